// Cloudflare's runtime compiles no bytes: it wants the module imported.

import module from "../mcp_projection.wasm";
import { supply } from "../library.js";

supply(() => module);
