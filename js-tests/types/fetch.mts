// What the authors of workers write, with nothing but inferred types.

import { Projection, presets } from "mcp-projection";
import { projectFetch, type FetchHandler, type ProjectFetchOptions } from "mcp-projection/fetch";

/** True for what users must never meet. */
type IsAny<T> = 0 extends 1 & T ? true : false;

const projection = new Projection(presets.outline, { host: "auto" });

export const options: ProjectFetchOptions = {
  maxMessageBytes: 1_000_000,
  maxSessions: undefined,
  onReply: ({ tool, bytesBefore, bytesAfter, decisions }) => {
    const isAny: IsAny<typeof tool | typeof bytesBefore> = false;
    console.log(isAny, tool, bytesBefore - bytesAfter, decisions.length);
  },
  fetch: (request) => fetch(request),
};

export const handler: FetchHandler = projectFetch("https://mcp.example/mcp", projection, options);
export const worker = {
  fetch: projectFetch(new URL("https://mcp.example/mcp"), projection),
};
export const inProcess = projectFetch((request) => Promise.resolve(new Response(request.body)), projection);

export const isAnyResponse: IsAny<Awaited<ReturnType<FetchHandler>>> = false;

// @ts-expect-error -- a projection is needed
projectFetch("https://mcp.example/mcp");
// @ts-expect-error -- the options are checked
projectFetch("https://mcp.example/mcp", projection, { maxSession: 1 });
// @ts-expect-error -- so is the upstream
projectFetch({ url: "https://mcp.example/mcp" }, projection);
