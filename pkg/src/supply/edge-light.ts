// Vercel's edge runtime compiles no bytes: its bundlers want the module imported, with this query.

import module from "../mcp_projection.wasm?module";
import { supply } from "../library.js";

supply(() => module);
