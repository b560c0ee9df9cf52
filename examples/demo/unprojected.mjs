// @ts-check
// The example servers with projectReplies taken out, over stdio: node unprojected.mjs NAME [ARGUMENT...]
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

/** @import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js" */

const project = (/** @type {McpServer} */ server) => server;

/** @type {Record<string, (...args: string[]) => Promise<McpServer>>} */
const servers = {
  async outline(database) {
    const { createServer } = await import("../outline-server/create-server.mjs");
    const { openWorkspace } = await import("../outline-server/workspace/workspace.mjs");
    return createServer(await openWorkspace(database), { project });
  },
  async files(root, backups) {
    const { createFilesServer } = await import("../files-server/files-server.mjs");
    const { openWorkspace } = await import("../files-server/workspace.mjs");
    return createFilesServer(await openWorkspace({ root, backups }), { project });
  },
  async ledger() {
    const { createServer } = await import("../ledger-server/ledger-server.mjs");
    const { openLedger } = await import("../ledger-server/ledger/ledger.mjs");
    return createServer({ ledger: await openLedger(), project });
  },
};

const [name, ...args] = process.argv.slice(2);
const server = await servers[name](...args);
await server.connect(new StdioServerTransport());
