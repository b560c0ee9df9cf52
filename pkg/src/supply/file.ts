// CommonJS: Node reads the file, so that the package needn't hold the module as text a second time. A bundle has no such file beside it and
// takes the text of the ES modules, to which bundlers follow this `require`.

import type * as inline from "../inline.js";
import { supply } from "../library.js";
import { fileBytes } from "./file-bytes.js";

declare const __dirname: string;
declare function require(path: "../inline.js"): typeof inline;

supply(() => fileBytes(() => `${__dirname}/mcp_projection.wasm`) ?? require("../inline.js").moduleBytes());
