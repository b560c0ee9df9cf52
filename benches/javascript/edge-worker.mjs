// A worker that sends each request to its upstream, and the answer back: as bytes, or through projectFetch.

import { Projection } from "mcp-projection";
import { projectFetch } from "mcp-projection/fetch";

let ways;

export default {
  fetch(request, { UPSTREAM }) {
    ways ??= {
      "/passed": (passing) => fetch(new Request(UPSTREAM, passing)),
      "/projected": projectFetch(UPSTREAM, new Projection({ version: 1 }), { assumesOutputSchema: false }),
    };
    return ways[new URL(request.url).pathname](request);
  },
};
