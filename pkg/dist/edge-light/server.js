// pkg/src/server.js
import "./index.js";
import { projectReplies, tool } from "../library/server.js";
export {
  projectReplies,
  tool
};
