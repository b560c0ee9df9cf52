// @ts-check
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { atEnd } from "./end.mjs";

/** @returns {{ path: string, remove: () => void }} a folder that is gone at the end of the demo, at the latest */
export function temporaryFolder() {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "mcp-projection-demo-")));
  return { path, remove: atEnd(() => rmSync(path, { recursive: true, force: true, maxRetries: 3 })) };
}
