// What columns save on the payloads that real servers sent. The recordings aren't part of the repository: without them this is skipped.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { expandColumns } from "mcp-projection";

import { figuresOf, payloadsOf, recordedFigures, writtenBothWays } from "./corpus-columns.mjs";
import { corpusFolder, recordedCalls } from "./recorded-corpus.mjs";

const folder = corpusFolder();
const skip = folder === undefined && "there is no shared/corpus beside the checkout, and MCP_PROJECTION_CORPUS names none";

describe("payloads of real servers with their lists as columns", { skip }, () => {
  test("none takes more bytes than compact, and each is read back byte for byte", () => {
    let changed = 0;
    for (const record of recordedCalls(folder)) {
      for (const text of payloadsOf(record)) {
        const { compact, columns } = writtenBothWays(text);
        assert.ok(Buffer.byteLength(columns) <= Buffer.byteLength(compact), record.file);
        assert.ok(expandColumns(columns) === compact, record.file);
        assert.ok(!columns.includes('],"row":['), `${record.file} needed the escape`);
        if (columns !== compact) changed += 1;
      }
    }
    assert.ok(changed > 40, `${changed} changed`);
  });

  test("they take at most 89.5 % of their tokens, as recorded", () => {
    const figures = figuresOf(folder);
    assert.deepEqual(figures, recordedFigures(), "node js-tests/corpus-columns.mjs records the figures");
    assert.ok(figures.all.columns <= 0.895 * figures.all.compact, `${figures.all.percent} %`);
  });
});
