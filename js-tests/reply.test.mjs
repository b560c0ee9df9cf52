// Replies that somebody else built: section 4 of the design, rule by rule, on what real servers sent.

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv";
import { JsonError, PolicyError, Projection, hostProfiles, presets } from "mcp-projection";

import { readRecordedReplies } from "../examples/outline-replies/recorded-replies.mjs";
import { idsIn, prunedOutline } from "./outline-reference.mjs";
import { names, recorded } from "./recorded-replies.mjs";
import { projectedInEveryWay } from "./reply-runs.mjs";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** A reply after its projection, as text. Every test so holds rule 9's second sentence too, and that values come to the same as bytes. */
function project(policy, { tool = "tool", text }, call) {
  const projection = policy instanceof Projection ? policy : new Projection(policy);
  const bytes = encoder.encode(text);
  const sent = projection.replyBytes(tool, bytes, call);
  assert.deepEqual(decoder.decode(projection.replyBytes(tool, sent, call)), decoder.decode(sent), "projecting twice");
  const value = JSON.parse(text);
  if (JSON.stringify(value) === text) {
    const reply = projection.reply(tool, value, call);
    assert.deepEqual(reply, JSON.parse(decoder.decode(sent)));
    assert.equal(reply === value, sent === bytes, "what isn't changed is the same object, and the same array");
  }
  return decoder.decode(sent);
}

const projectValue = (...given) => JSON.parse(project(...given));
const textsOf = ({ content }) => content.map(({ text }) => text);
const asText = (result, tool) => ({ tool, text: JSON.stringify(result) });
const block = (text) => ({ type: "text", text });

/** A recorded reply with a part of its text replaced, which occurs exactly so often. */
function changed(reply, from, to, times = 1) {
  const parts = reply.text.split(from);
  assert.equal(parts.length, times + 1, `${from} occurs ${times} times`);
  return { ...reply, text: parts.join(to) };
}

/** An outliner's recorded reply, from the demo. */
function outline(name) {
  const found = readRecordedReplies().find((each) => each.name === name);
  assert.ok(found, `there is no recorded reply ${name}`);
  return { ...found, text: JSON.stringify(found.result) };
}

test("the recorded replies come from servers whose licence allows it, and say so", () => {
  assert.ok(names.length >= 25);
  for (const name of names) {
    const { tool, arguments: callArguments, provenance, result } = recorded(name);
    assert.equal(typeof tool, "string");
    assert.equal(typeof callArguments, "object");
    assert.ok(Array.isArray(result.content));
    assert.match(provenance.licence, /^(MIT|Apache-2\.0)\b/);
    for (const each of ["server", "serverVersion", "package", "recorded"]) assert.ok(provenance[each], `${name}: ${each}`);
  }
});

describe("rule 1: what is no reply is refused, and the filter sends the original", () => {
  const projection = new Projection({});

  test("what is no JSON, or no object, is a JsonError with its place", () => {
    for (const [text, offset] of [
      ["", 0],
      ["null", 0],
      ["[]", 0],
      ["12", 0],
      ['"content"', 0],
      ["\ufeff{}", 0],
      ["{", 1],
      ['{"content":[}', 12],
      ["{} {}", 3],
      ["{'content': []}", 1],
      ['{"content":NaN}', 11],
      ['{"content":[],}', 14],
      ['{"a":"\n"}', 6],
    ]) {
      assert.throws(
        () => projection.replyBytes("tool", encoder.encode(text)),
        (error) => error instanceof JsonError && error.offset === offset,
        JSON.stringify(text),
      );
    }
    assert.throws(() => projection.replyBytes("tool", Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d)), JsonError);
  });

  test("a reply that is no object is a JsonError", () => {
    for (const value of [null, undefined, true, 12, "content", [], [{ content: [] }], () => {}]) {
      assert.throws(() => projection.reply("tool", value), JsonError, String(value));
    }
  });

  test("a reply that JSON has no words for throws what JSON.stringify throws", () => {
    const circular = { content: [] };
    circular.self = circular;
    assert.throws(() => projection.reply("tool", circular), TypeError);
  });

  test("a reply nested deeper than 512 levels is a JsonError", () => {
    const nested = (levels) => `{"a":${"[".repeat(levels)}${"]".repeat(levels)}}`;
    assert.equal(project({}, { text: nested(511) }), nested(511));
    assert.throws(() => projection.replyBytes("tool", encoder.encode(nested(512))), JsonError);
  });

  test("the bytes that came in stay as they are", () => {
    const { tool, text } = recorded("git-status");
    const bytes = encoder.encode(text);
    projection.replyBytes(tool, bytes);
    assert.equal(decoder.decode(bytes), text);
  });
});

describe("rule 2: a reply that isn't complete is byte-identical", () => {
  const status = recorded("git-status");
  const withMember = (member) => changed(status, '{"content":', `{${member},"content":`);

  test("a resultType that isn't complete, known or not", () => {
    for (const resultType of ['"input_required"', '"a type of tomorrow"', '""', "null", "1", '"Complete"']) {
      const reply = withMember(`"resultType":${resultType}`);
      assert.equal(project({}, reply), reply.text, resultType);
    }
  });

  test("a resultType of complete is projected, and stays", () => {
    for (const resultType of ['"complete"', '"compl\\u0065te"']) {
      const sent = project({}, withMember(`"resultType":${resultType}`));
      assert.ok(sent.startsWith(`{"resultType":${resultType},"content":`));
      assert.ok(!sent.includes("structuredContent"));
    }
  });

  test("the result that stands for a task", () => {
    const reply = withMember('"task":{"taskId":"786512e2","status":"working","ttl":60000}');
    assert.equal(project({}, reply), reply.text);
    assert.ok(!project({}, withMember('"task":"a member that a server made up"')).includes("structuredContent"));
  });
});

describe("rule 3: an error keeps its text and its data", () => {
  const refused = outline("page-update-refused");
  const { error } = refused.result.structuredContent;
  const [message] = textsOf(refused.result);

  test("an envelope stays as it is", () => {
    assert.equal(project({}, refused), refused.text);
  });

  test("under mirrored its code, message and data are in the first text block, and structuredContent stays", () => {
    const sent = projectValue({ defaults: { error: "mirrored" } }, refused);
    assert.deepEqual(textsOf(sent), [`${message}\n${JSON.stringify(error)}`]);
    assert.deepEqual(sent.structuredContent, refused.result.structuredContent);
    assert.equal(sent.isError, true);
  });

  test("under text they are there, and structuredContent goes", () => {
    const sent = projectValue({ defaults: { error: "text" } }, refused);
    assert.deepEqual(sent, { content: [block(`${message}\n${JSON.stringify(error)}`)], isError: true });
  });

  test("the first text block it is, also behind a picture", () => {
    const { result } = refused;
    const picture = recorded("files-picture").result.content[0];
    const content = [picture, ...result.content, block("more")];
    const sent = projectValue({ defaults: { error: "text" } }, asText({ ...result, content }));
    assert.deepEqual(sent.content, [picture, block(`${message}\n${JSON.stringify(error)}`), block("more")]);
    const alone = projectValue({ defaults: { error: "text" } }, asText({ ...result, content: [picture] }));
    assert.deepEqual(alone.content, [picture, block(JSON.stringify(error))]);
  });

  test("nothing of its data is pruned or flattened", () => {
    const { result } = outline("page-get");
    const data = { ...result.structuredContent.data, md: "# a" };
    for (const tool of ["outl_page_get", "outl_page_render"]) {
      const reply = asText({ content: [block("A: b")], structuredContent: { ok: false, error: { code: "A", message: "b", data } }, isError: true }, tool);
      assert.equal(project(presets.outline, reply), reply.text);
      const sent = projectValue({ ...presets.outline, defaults: { ...presets.outline.defaults, error: "text" } }, reply);
      assert.deepEqual(textsOf(sent), [`A: b\n${JSON.stringify({ code: "A", message: "b", data })}`]);
    }
  });

  test("data that the text says already isn't said twice", () => {
    for (const said of [`${message}\n${JSON.stringify(error, null, 2)}`, JSON.stringify(error), JSON.stringify(refused.result.structuredContent)]) {
      const reply = asText({ ...refused.result, content: [block(said)] });
      assert.equal(project({ defaults: { error: "mirrored" } }, reply), reply.text);
      assert.deepEqual(textsOf(projectValue({ defaults: { error: "text" } }, reply)), [said]);
    }
  });

  test("a text that is all of structuredContent, wrapped as a server's framework does it, is said once", () => {
    const noTable = recorded("motherduck-no-table");
    const policy = (error) => ({ defaults: { error, errorWhen: { success: false } } });
    const { structuredContent, ...others } = noTable.result;
    assert.deepEqual(projectValue(policy("mirrored"), noTable), { ...others, structuredContent, isError: true });
    assert.deepEqual(projectValue(policy("text"), noTable), { ...others, isError: true });
    // Beside another member it isn't all.
    const flagged = changed(noTable, '"isError":false', '"isError":true');
    const grown = changed(flagged, '"structuredContent":{', '"structuredContent":{"retry":true,');
    assert.ok(textsOf(projectValue(policy("text"), grown))[0].includes('\n{"retry":true,'));
  });

  test("an error that has no structuredContent stays as it is, whatever the form", () => {
    for (const name of ["outl-page-missing", "files-edit-refused", "dbhub-refused"]) {
      for (const form of ["envelope", "mirrored", "text"]) {
        const reply = recorded(name);
        assert.equal(project({ defaults: { error: form, compactText: true } }, reply), reply.text, name);
      }
    }
  });

  test("under an outputSchema it has no structuredContent that a client would hold against the schema", () => {
    for (const call of [{ declaresOutputSchema: true }, { outputSchema: { type: "object", required: ["content"] } }]) {
      for (const form of ["envelope", "mirrored", "text"]) {
        const sent = projectValue({ defaults: { error: form } }, refused, call);
        assert.deepEqual(sent, { content: [block(`${message}\n${JSON.stringify(error)}`)], isError: true });
      }
      assert.equal(project({ defaults: { outputSchema: "strip" } }, refused, call), refused.text);
    }
  });

  test("only a true isError makes an error", () => {
    const status = recorded("git-status");
    for (const isError of ["false", "null", '"true"', "1"]) {
      const sent = project({ defaults: { error: "text" } }, changed(status, '{"content":', `{"isError":${isError},"content":`));
      assert.equal(JSON.stringify(JSON.parse(sent).isError), isError);
      assert.ok(!sent.includes("structuredContent"));
    }
  });
});

describe("rule 4a: a text that is JSON and equals the payload is data", () => {
  test("it is compacted, and structuredContent goes", () => {
    for (const name of ["git-status", "time-now", "thought", "everything-weather"]) {
      const { result, text } = recorded(name);
      const { structuredContent, ...others } = result;
      const sent = projectValue({}, { text });
      assert.deepEqual(textsOf(sent), [JSON.stringify(structuredContent)], name);
      assert.deepEqual({ ...sent, content: others.content }, others);
    }
  });

  test("members that are null in the text, and missing from the payload, don't matter, and stay", () => {
    const branches = recorded("git-branches");
    const [text] = textsOf(branches.result);
    assert.deepEqual(projectValue({}, branches), { content: [block(JSON.stringify(JSON.parse(text)))] });
    assert.match(text, /"message": null/);
  });

  test("a payload whose text lacks a null isn't carried by it", () => {
    const status = recorded("git-status");
    const sent = projectValue({}, changed(status, '"structuredContent":{', '"structuredContent":{"stash":null,'));
    assert.equal(sent.content.length, 2);
    assert.deepEqual(JSON.parse(sent.content[1].text), { stash: null, ...status.result.structuredContent });
  });

  test("a text that equals the payload's only member carries it", () => {
    const observed = recorded("memory-observed");
    assert.deepEqual(textsOf(projectValue({}, observed)), [JSON.stringify(observed.result.structuredContent.results)]);
    // Beside another member it doesn't: what the list is would be lost.
    const grown = changed(observed, '"structuredContent":{', '"structuredContent":{"revision":7,');
    assert.equal(projectValue({}, grown).content.length, 2);
  });

  test("layout, member order and escapes don't count; what leaves is the text's own", () => {
    const text = '{ "b" : "\\u00e9" , "a" : 1.0 }';
    for (const structured of ['{"a":1,"b":"é"}', '{"b":"é","a":1e0}', '{"\\u0061":1.00,"b":"\\u00e9"}']) {
      const reply = { text: `{"content":[${JSON.stringify(block(text))}],"structuredContent":${structured}}` };
      assert.deepEqual(textsOf(projectValue({}, reply)), ['{"b":"\\u00e9","a":1.0}']);
    }
  });

  test("a digit that differs is a payload that isn't carried", () => {
    const reply = (digits) => ({
      text: `{"content":[{"type":"text","text":"{\\"id\\":9007199254740993}"}],"structuredContent":{"id":${digits}}}`,
    });
    assert.deepEqual(textsOf(projectValue({}, reply("9007199254740993"))), ['{"id":9007199254740993}']);
    assert.deepEqual(textsOf(projectValue({}, reply("9007199254740992"))), ['{"id":9007199254740993}', '{"id":9007199254740992}']);
  });

  test("the text is pruned as the policy says, and no id is lost", () => {
    for (const name of ["page-get", "block-tree", "backlinks", "search", "export-json", "block-toggle-todo"]) {
      const { tool, arguments: callArguments, result, text } = outline(name);
      const { data } = result.structuredContent;
      const sent = projectValue(presets.outline, { tool, text }, { arguments: callArguments });
      assert.deepEqual(sent, { content: [block(JSON.stringify(prunedOutline(data)))], isError: false }, name);
      assert.deepEqual(idsIn(JSON.parse(sent.content[0].text)), idsIn(data));
    }
  });

  test("one of several blocks may be the one", () => {
    const { result } = recorded("git-status");
    const content = [block("The state of the work tree:"), ...result.content, block("Nothing else.")];
    const [before, data, behind] = textsOf(projectValue({}, asText({ ...result, content })));
    assert.deepEqual([before, data, behind], [content[0].text, JSON.stringify(result.structuredContent), content[2].text]);
  });
});

describe("rule 4b: a text that equals a string of the payload is a document", () => {
  test("it stays byte for byte, and structuredContent goes", () => {
    for (const name of ["files-edited", "files-allowed", "index-project-set", "motherduck-types", "motherduck-no-table"]) {
      const { text, result } = recorded(name);
      const { structuredContent, ...others } = result;
      assert.ok(structuredContent);
      assert.deepEqual(projectValue({}, { text }), others, name);
    }
  });

  test("the other members follow as compact JSON in a second block", () => {
    const deleted = recorded("memory-deleted");
    assert.deepEqual(projectValue({}, deleted), { content: [...deleted.result.content, block('{"success":true}')] });
  });

  test("what follows is pruned, and keeps its order and its digits", () => {
    const node = '{"tokens":[{"kind":"plain","value":"a"}],"id":12345678901234567890,"text":"a","children":[],"todo":null}';
    const reply = {
      text: `{"content":[{"type":"text","text":"# a"}],"structuredContent":{"z": ${node},"md":"# a","n": 1.0}}`,
    };
    const { prune } = presets.outline;
    assert.deepEqual(textsOf(projectValue({ prune, defaults: { prune: ["outline-node"] } }, reply)), [
      "# a",
      '{"z":{"id":12345678901234567890,"text":"a","children":[]},"n":1.0}',
    ]);
  });

  test("a journal's outline follows its Markdown, with every id", () => {
    for (const name of ["daily-today", "daily-get"]) {
      const { tool, arguments: callArguments, result, text } = outline(name);
      const { md, ...others } = result.structuredContent.data;
      const sent = projectValue(presets.outline, { tool, text }, { arguments: callArguments });
      assert.deepEqual(textsOf(sent), [md, JSON.stringify(prunedOutline(others))]);
    }
  });

  test("what the reader has elsewhere, as flatten says, doesn't follow, unless the call says otherwise", () => {
    const { tool, arguments: callArguments, result, text } = outline("page-render");
    const { md, ...others } = result.structuredContent.data;
    assert.deepEqual(Object.keys(others), ["slug"]);
    assert.deepEqual(textsOf(projectValue(presets.outline, { tool, text }, { arguments: callArguments })), [md]);
    assert.deepEqual(textsOf(projectValue(presets.outline, { tool, text })), [md]);
    const other = projectValue(presets.outline, { tool, text }, { arguments: { slug: "another-page" } });
    assert.deepEqual(textsOf(other), [md, JSON.stringify(others)]);
  });

  test("a text that only looks like the string carries nothing", () => {
    const deleted = recorded("memory-deleted");
    const sent = projectValue({}, changed(deleted, '"text":"Entities', '"text":" Entities'));
    assert.deepEqual(textsOf(sent), [" Entities deleted successfully", JSON.stringify(deleted.result.structuredContent)]);
  });
});

describe("rule 4c: texts that equal the items of a list, one by one", () => {
  const found = recorded("index-files-found");

  test("carry it, and stay", () => {
    assert.deepEqual(projectValue({}, found), { content: found.result.content, isError: false });
    const files = ["index.js", "lib/a.js", "lib/b.js"];
    const more = asText({ content: files.map(block), structuredContent: { result: files }, isError: false });
    assert.deepEqual(projectValue({}, more), { content: files.map(block), isError: false });
  });

  test("are compacted and pruned where they are JSON", () => {
    const { result } = outline("search");
    const { data } = result.structuredContent;
    const list = Object.values(data).find(Array.isArray);
    assert.ok(list.length > 1);
    const reply = asText({ content: list.map((hit) => block(JSON.stringify(hit, null, 2))), structuredContent: { result: list } });
    assert.deepEqual(textsOf(projectValue({ ...presets.outline, tools: {} }, reply)), list.map((hit) => JSON.stringify(prunedOutline(hit))));
  });

  test("carry nothing when one is missing, differs or stands in another place", () => {
    for (const texts of [["a"], ["a", "b", "c"], ["b", "a"], ["a", "B"]]) {
      const sent = projectValue({}, asText({ content: texts.map(block), structuredContent: { result: ["a", "b"] } }));
      assert.deepEqual(textsOf(sent), [...texts, '{"result":["a","b"]}']);
    }
  });

  test("an empty list isn't carried by an empty content", () => {
    const sent = projectValue({}, asText({ content: [], structuredContent: { result: [] } }));
    assert.deepEqual(textsOf(sent), ['{"result":[]}']);
  });
});

describe("rule 4d: a payload that mirrors the blocks", () => {
  const picture = recorded("files-picture");

  test("goes, and the blocks stay, pictures included", () => {
    assert.deepEqual(projectValue({}, picture), { content: picture.result.content });
  });

  test("its other members follow, but for strings that blocks are", () => {
    const { content } = picture.result;
    const blocks = [...content, block("a picture")];
    const sent = projectValue({}, asText({ content: blocks, structuredContent: { content: blocks, alt: "a picture", pixels: 1 } }));
    assert.deepEqual(sent, { content: [...blocks, block('{"pixels":1}')] });
  });

  test("under an outputSchema they follow once, though they then stand behind the blocks", () => {
    const { content } = picture.result;
    const reply = asText({ content, structuredContent: { content, pixels: 1 } });
    const sent = projectValue({}, reply, { declaresOutputSchema: true });
    assert.deepEqual(sent, { content: [...content, block('{"pixels":1}')], structuredContent: { content, pixels: 1 } });
  });

  test("blocks that the payload hasn't got are no matter, but a payload without blocks is carried by none", () => {
    const { content } = picture.result;
    const sent = projectValue({}, asText({ content: [...content, block("more")], structuredContent: { content } }));
    assert.deepEqual(sent, { content: [...content, block("more")] });
    const none = projectValue({}, asText({ content, structuredContent: { content: [] } }));
    assert.deepEqual(none, { content: [...content, block('{"content":[]}')] });
    const fewer = projectValue({}, asText({ content, structuredContent: { content: [...content, ...content] } }));
    assert.equal(fewer.content.length, 2);
  });

  test("a picture that differs stays in both places", () => {
    const sent = projectValue({}, changed(picture, '"structuredContent":{"content":[{"type":"image","data":"iVBO', '"structuredContent":{"content":[{"type":"image","data":"JVBO'));
    assert.deepEqual(sent.content[0], picture.result.content[0]);
    assert.match(sent.content[1].text, /"data":"JVBO/);
  });
});

describe("rule 4: a payload that nothing carries is put into the content", () => {
  const status = recorded("git-status");
  const { structuredContent } = status.result;

  test("a summary-only reply gains its rows", () => {
    const sent = projectValue({}, asText({ content: [block("1 modified file, 1 untracked file")], structuredContent }));
    assert.deepEqual(sent, { content: [block("1 modified file, 1 untracked file"), block(JSON.stringify(structuredContent))] });
  });

  test("one without content, or with an empty one, gains them too", () => {
    for (const reply of [{ content: [], structuredContent }, { structuredContent }]) {
      assert.deepEqual(projectValue({}, asText(reply)), { content: [block(JSON.stringify(structuredContent))] });
    }
  });

  test("what is put there is pruned, and keeps every number as it came", () => {
    const text = '{"content":[],"structuredContent":{"n":[1.0,-0,1e400,9007199254740993],"s":"\\ud83d\\ude00\\/"}}';
    assert.deepEqual(textsOf(projectValue({}, { text })), ['{"n":[1.0,-0,1e400,9007199254740993],"s":"\\ud83d\\ude00\\/"}']);
    const { result } = outline("page-get");
    const { data } = result.structuredContent;
    const pruned = projectValue({ ...presets.outline, tools: {} }, asText({ content: [block("a page")], structuredContent: { ok: true, data } }));
    assert.deepEqual(textsOf(pruned), ["a page", JSON.stringify(prunedOutline(data))]);
  });
});

describe("rule 4: a tool that declares an outputSchema", () => {
  const CONFORMING = ["git-status", "git-branches", "time-now", "thought", "everything-weather", "memory-observed", "memory-deleted", "files-allowed", "files-picture"];

  test("keeps its structuredContent, and the text is compacted all the same", () => {
    const { text, result, outputSchema } = recorded("git-status");
    for (const call of [{ declaresOutputSchema: true }, { outputSchema }, { outputSchema: true }]) {
      const sent = projectValue({}, { text }, call);
      assert.deepEqual(sent.structuredContent, result.structuredContent);
      assert.deepEqual(textsOf(sent), [JSON.stringify(result.structuredContent)]);
    }
  });

  test("loses it when the filter strips the schema from the list of tools", () => {
    const { text, outputSchema } = recorded("git-status");
    for (const call of [{ declaresOutputSchema: true }, { outputSchema }]) {
      assert.ok(!project({ defaults: { outputSchema: "strip" } }, { text }, call).includes("structuredContent"));
      assert.ok(project({ defaults: { outputSchema: "keep" } }, { text }, call).includes("structuredContent"));
      assert.ok(project({ defaults: { outputSchema: "strip" }, tools: { git_status: { outputSchema: "keep" } } }, { text, tool: "git_status" }, call).includes("structuredContent"));
    }
  });

  test("a call that declares none has none", () => {
    const { text } = recorded("git-status");
    assert.ok(!project({}, { text }, { declaresOutputSchema: false }).includes("structuredContent"));
  });

  test("still conforms, under every shape, as the SDK's client checks it", () => {
    for (const name of CONFORMING) {
      const { text, tool, outputSchema } = recorded(name);
      const conforms = new AjvJsonSchemaValidator().getValidator(outputSchema);
      assert.ok(conforms(JSON.parse(text).structuredContent).valid);
      for (const shape of ["content", "mirrored", "structured"]) {
        const sent = projectValue({ prune: presets.outline.prune, defaults: { shape, prune: ["outline-node"] } }, { text, tool }, { outputSchema });
        assert.ok(conforms(sent.structuredContent).valid, `${name}, ${shape}`);
      }
    }
  });
});

describe("unwrap: servers that send an envelope", () => {
  test("the payload is the named member, and what says nothing beside it goes", () => {
    for (const name of ["outl-property", "outl-batch", "outl-page-created", "outl-query-empty"]) {
      const { tool, text, result } = recorded(name);
      assert.deepEqual(projectValue(presets.outline, { tool, text }), {
        content: [block(JSON.stringify(result.structuredContent.data))],
        isError: false,
      });
    }
  });

  test("an error inside the payload is none of the reply", () => {
    const { text, result } = recorded("outl-batch");
    assert.equal(result.structuredContent.data.error.code, "PAGE_NOT_FOUND");
    assert.equal(projectValue(presets.outline, { text }).isError, false);
  });

  test("what stands beside it and says something follows", () => {
    const property = changed(recorded("outl-property"), '"error":null', '"error":null,"warnings":["a stale index"]');
    assert.deepEqual(textsOf(projectValue(presets.outline, property)), [
      JSON.stringify(property.result.structuredContent.data),
      '{"warnings":["a stale index"]}',
    ]);
  });

  test("what follows follows once, under an outputSchema too", () => {
    const files = ["a.js", "b.js"];
    for (const data of [files, { data: files }, "a.js", { name: "a.js" }, { rows: 2 }]) {
      const reply = asText({ content: files.map(block), structuredContent: { ok: true, data, took: 7 } });
      const texts = textsOf(projectValue({ defaults: { unwrap: "data" } }, reply, { declaresOutputSchema: true }));
      assert.equal(texts.filter((text) => text === '{"took":7}').length, 1);
      assert.deepEqual(texts.slice(0, 2), files);
    }
  });

  test("a text that says the envelope too says the payload: it is compact, and nothing is said twice", () => {
    for (const call of [undefined, { declaresOutputSchema: true }]) {
      const { result } = recorded("outl-property");
      for (const structuredContent of [result.structuredContent, { ...result.structuredContent, warnings: ["a stale index"] }]) {
        const reply = asText({ content: [block(JSON.stringify(structuredContent, null, 2))], structuredContent });
        const sent = projectValue({ defaults: { unwrap: "data" } }, reply, call);
        assert.deepEqual(textsOf(sent), [JSON.stringify(structuredContent)]);
        assert.deepEqual(sent.structuredContent, call && structuredContent);
      }
    }
  });

  test("without unwrap the envelope is the payload, and nothing of it is lost", () => {
    const property = recorded("outl-property");
    assert.deepEqual(textsOf(projectValue({}, property)), [
      ...textsOf(property.result),
      JSON.stringify(property.result.structuredContent),
    ]);
  });

  test("a reply without the member is its own payload", () => {
    const status = recorded("git-status");
    assert.equal(project({ defaults: { unwrap: "data" } }, status), project({}, status));
  });

  test("ok: false beside it is an error, with all that it says", () => {
    const property = changed(recorded("outl-property"), '"ok":true', '"ok":false');
    const sent = projectValue({ defaults: { unwrap: "data", error: "text" } }, property);
    assert.equal(sent.isError, true);
    assert.ok(sent.content[0].text.endsWith(`\n${JSON.stringify(JSON.parse(property.text).structuredContent)}`));
    assert.equal(projectValue({ defaults: { unwrap: "data" } }, property).isError, true);
    // Nothing is guessed without it.
    assert.equal(projectValue({}, property).isError, false);
  });
});

describe("rule 5: shapes that keep structuredContent", () => {
  test("mirrored: afterwards some text block equals structuredContent", () => {
    for (const name of names) {
      const { text, result } = recorded(name);
      const sent = projectValue({ defaults: { shape: "mirrored" } }, { text });
      assert.deepEqual(sent.structuredContent, result.structuredContent, name);
      if (result.structuredContent === undefined) assert.deepEqual(sent, result);
      else assert.ok(textsOf(sent).includes(JSON.stringify(sent.structuredContent)), name);
    }
  });

  test("mirrored: a text that carries it becomes it, and any other stays beside it", () => {
    const shape = { defaults: { shape: "mirrored" } };
    const [branches, deleted] = [recorded("git-branches"), recorded("memory-deleted")];
    assert.deepEqual(textsOf(projectValue(shape, branches)), [JSON.stringify(branches.result.structuredContent)]);
    assert.deepEqual(textsOf(projectValue(shape, deleted)), [
      ...textsOf(deleted.result),
      JSON.stringify(deleted.result.structuredContent),
    ]);
  });

  test("structured: structuredContent stays, and a text that carries it is compact", () => {
    for (const name of ["git-status", "time-now", "thought"]) {
      const { text, result } = recorded(name);
      const sent = projectValue({ defaults: { shape: "structured" } }, { text });
      assert.deepEqual(sent, { ...result, content: [{ ...result.content[0], text: JSON.stringify(result.structuredContent) }] });
    }
  });

  test("structured: a text in other words stays, and nothing is added", () => {
    for (const name of ["memory-deleted", "files-edited", "files-picture", "index-files-found"]) {
      const reply = recorded(name);
      assert.equal(project(presets.structured, reply), reply.text);
    }
  });

  test("both are pruned alike", () => {
    const { tool, result } = outline("page-get");
    const { data } = result.structuredContent;
    const policy = { prune: presets.outline.prune, defaults: { shape: "mirrored", prune: ["outline-node"] } };
    const sent = projectValue(policy, asText({ content: [block(JSON.stringify(data, null, 2))], structuredContent: data }, tool));
    assert.deepEqual(sent.structuredContent, prunedOutline(data));
    assert.deepEqual(textsOf(sent), [JSON.stringify(prunedOutline(data))]);
  });
});

describe("rule 6: any other text is left byte for byte", () => {
  test("JSON or not", () => {
    for (const name of ["dbhub-rows", "sqlite-rows", "sqlite-refused", "playwright-odd", "everything-annotated", "everything-resource", "everything-links", "everything-lone-surrogate"]) {
      const reply = recorded(name);
      for (const shape of ["content", "mirrored", "structured"]) assert.equal(project({ defaults: { shape } }, reply), reply.text, name);
    }
  });

  test("a file that is JSON stays as it is, so that an exact-match edit finds it", () => {
    const file = '{\n  "scripts": { "test": "node --test" },\n  "private": true\n}\n';
    const reply = asText({ content: [block(file)], structuredContent: { content: file } });
    for (const call of [undefined, { declaresOutputSchema: true }]) assert.deepEqual(textsOf(projectValue({}, reply, call)), [file]);
  });

  test("compactText: a tool whose text is data is compacted, and loses nothing", () => {
    const rows = recorded("dbhub-rows");
    const [text] = textsOf(rows.result);
    const policy = { tools: { execute_sql: { compactText: true } } };
    const sent = projectValue(policy, rows);
    assert.deepEqual(textsOf(sent), [text.replace(/^ +/gm, "").replace(/(?<=[{[,:])\n|\n(?=[}\]])|(?<=":) /g, "")]);
    assert.deepEqual(JSON.parse(textsOf(sent)[0]), JSON.parse(text));
    assert.equal(project(policy, { ...rows, tool: "search_objects" }), rows.text);
  });

  test("compactText: what isn't JSON, or JSON without anything inside, stays", () => {
    for (const name of ["sqlite-rows", "playwright-odd", "motherduck-types"]) {
      const reply = recorded(name);
      assert.deepEqual(textsOf(projectValue({ defaults: { compactText: true } }, reply)), textsOf(reply.result));
    }
    for (const text of [" 1.0 ", ' "a" ', "null ", "", " ", "[1,]", "{'a': 1}", '{"a": NaN}', "True"]) {
      const reply = asText({ content: [block(text)] });
      assert.equal(project({ defaults: { compactText: true } }, reply), reply.text, text);
    }
  });

  test("compactText: a text that became compact is still the document of a structuredContent that stays", () => {
    const policy = { defaults: { compactText: true } };
    const { text, tool, result } = recorded("motherduck-no-table");
    const compact = JSON.stringify(JSON.parse(textsOf(result)[0]));
    const sent = projectValue(policy, { text, tool }, { declaresOutputSchema: true });
    assert.deepEqual(textsOf(sent), [compact]);
    assert.deepEqual(sent.structuredContent, result.structuredContent);
    const content = [block('{ "a" : 1 }'), block("b")];
    for (const structuredContent of [{ content }, { content, n: 1 }, content[0].text, { x: content[0].text, n: 1 }]) {
      const others = project(policy, asText({ content, structuredContent }), { declaresOutputSchema: true });
      assert.equal(JSON.parse(others).content[0].text, '{"a":1}');
      assert.ok(JSON.parse(others).content.length <= 3);
    }
  });
});

describe("rule 7: under an outputSchema only what it lets be absent is pruned from structuredContent", () => {
  const { result } = outline("page-get");
  const { data } = result.structuredContent;
  const reply = asText({ content: [block(JSON.stringify(data, null, 2))], structuredContent: data });
  const policy = { prune: presets.outline.prune, defaults: { prune: ["outline-node"] } };
  const node = (required) => ({
    type: "object",
    required,
    properties: { children: { type: "array", items: { $ref: "#/$defs/node" } } },
  });
  const schema = (required) => ({ type: "object", properties: { outline: { type: "array", items: { $ref: "#/$defs/node" } } }, $defs: { node: node(required) } });
  const without = (...gone) =>
    JSON.parse(JSON.stringify(data), (name, value) => (gone.includes(name) ? undefined : value));

  test("what no schema inside requires goes", () => {
    assert.deepEqual(projectValue(policy, reply, { outputSchema: schema(["id", "text"]) }).structuredContent, prunedOutline(data));
  });

  test("what one requires stays, and the rest goes", () => {
    const sent = projectValue(policy, reply, { outputSchema: schema(["id", "text", "tokens"]) });
    const conforms = new AjvJsonSchemaValidator().getValidator(schema(["id", "text", "tokens"]));
    assert.ok(conforms(sent.structuredContent).valid);
    assert.ok(!conforms(without("tokens")).valid);
    assert.ok(JSON.stringify(sent.structuredContent).includes('"tokens"'));
    assert.ok(!JSON.stringify(sent.structuredContent).includes('"collapsed":false'));
  });

  test("a schema that isn't known lets nothing go", () => {
    assert.deepEqual(projectValue(policy, reply, { declaresOutputSchema: true }).structuredContent, data);
    assert.deepEqual(projectValue(policy, reply, { outputSchema: { oneOf: [{}, false] } }).structuredContent, data);
  });
});

describe("rule 8: errorWhen flags what a server sends as a success", () => {
  const noTable = recorded("motherduck-no-table");
  const policy = { tools: { list_columns: { errorWhen: { success: false } } } };

  test("a database's unflagged error becomes one, with its text as it was", () => {
    assert.equal(noTable.result.isError, false);
    assert.equal(project(policy, noTable), changed(noTable, '"isError":false', '"isError":true').text);
  });

  test("nothing is guessed without it", () => {
    for (const name of ["motherduck-no-table", "sqlite-refused", "sqlite-rows"]) {
      assert.equal(projectValue({}, recorded(name)).isError, false, name);
    }
    assert.equal(projectValue(policy, { ...noTable, tool: "list_tables" }).isError, false);
  });

  test("another value, or a member deeper inside, flags nothing", () => {
    for (const errorWhen of [{ success: true }, { success: null }, { success: 0 }, { success: "false" }, { failed: true }]) {
      assert.equal(projectValue({ defaults: { errorWhen } }, noTable).isError, false);
    }
    const inside = asText({ content: [], structuredContent: { last: { success: false } } });
    assert.equal(projectValue({ defaults: { errorWhen: { success: false } } }, inside).isError, undefined);
  });

  test("of several members all must say so, and any scalar can", () => {
    const flagged = (errorWhen) => projectValue({ defaults: { errorWhen } }, noTable).isError;
    assert.equal(flagged({ success: false, errorType: "NotFoundError" }), true);
    assert.equal(flagged({ success: false, errorType: "SyntaxError" }), false);
    const reply = asText({ content: [], structuredContent: { code: 404, page: null } });
    assert.equal(projectValue({ defaults: { errorWhen: { code: 404, page: null } } }, reply).isError, true);
    assert.equal(projectValue({ defaults: { errorWhen: { code: 40 } } }, reply).isError, undefined);
  });

  test("it says so of structuredContent too, and then all of it survives", () => {
    const status = changed(recorded("git-status"), '"structuredContent":{"success":true', '"structuredContent":{"success":false');
    const { structuredContent } = JSON.parse(status.text);
    const errorWhen = { success: false };
    const envelope = projectValue({ defaults: { errorWhen } }, status);
    assert.deepEqual(envelope, { ...JSON.parse(status.text), isError: true });
    const text = projectValue({ defaults: { errorWhen, error: "text" } }, status);
    assert.deepEqual(text, { content: [block(`${textsOf(status.result)[0]}\n${JSON.stringify(structuredContent)}`)], isError: true });
  });

  test("through unwrap it looks at the payload", () => {
    const reply = asText({ content: [], structuredContent: { ok: true, data: { success: false, why: "x" } } });
    assert.equal(projectValue({ defaults: { unwrap: "data", errorWhen: { success: false } } }, reply).isError, true);
  });

  test("no success ever loses its isError, and no error becomes a success", () => {
    for (const name of names) {
      const { text, result } = recorded(name);
      assert.equal(projectValue({ defaults: { errorWhen: { success: "never" } } }, { text }).isError, result.isError, name);
    }
  });
});

describe("rule 9, and what survives: every recorded reply, projected in every way", () => {
  for (const name of names) {
    test(name, () => {
      const { provenance, tool, arguments: callArguments, outputSchema, text } = recorded(name);
      const { found, projected } = projectedInEveryWay({ server: provenance.server, tool, arguments: callArguments, outputSchema, result: text });
      assert.ok(projected > 40);
      assert.deepEqual(found, []);
    });
  }
});

describe("what isn't edited survives byte for byte", () => {
  const inside = '"a":1.0,"b":[ 1e400 , -0 ],"c":"\\u0061\\/\\ud83d"';
  const before = `{ "x-first" : {${inside}} ,\n "_meta" : { "a/b" : {${inside}} } , "content" : [ `;
  const picture = '{ "mimeType" : "image/png" , "data" : "iVBORw0KGgo=" , "type" : "image" , "x" : 1.0 }';
  const audio = '{"type":"audio","data":"UklGRg==","mimeType":"audio/wav"}';
  const resource = '{"type":"resource","resource":{"uri":"a:b","text":"{ \\"a\\" : 1 }","_meta":{}}}';
  const link = '{"type":"resource_link","uri":"a:b","name":"b","x":[ ]}';
  const unknown = '{"type":"hologram","text":"{ \\"a\\" : 1 }"}';
  const text = (value) => `{ "annotations" : {"priority":0.50} , "text" : ${value} , "type" : "text" , "_meta":{ } }`;
  const behind = ` ] , "isError" : false , "x-last" : [ ]`;
  const blocks = (value) => [picture, text(value), audio, resource, link, unknown].join(" ,\t");

  test("unknown members, _meta, annotations, blocks of other types, member order and layout", () => {
    const pretty = '"{ \\"a\\" : 1.0 }"';
    const reply = { text: `${before}${blocks(pretty)}${behind} , "structuredContent" : { "a" : 1 } }` };
    const compact = '"{\\"a\\":1.0}"';
    assert.equal(project({}, reply), `${before}${blocks(compact)}${behind} }`);
    assert.equal(project({ defaults: { shape: "structured" } }, reply), `${before}${blocks(compact)}${behind} , "structuredContent" : {"a":1} }`);
  });

  test("also where structuredContent stands first, last, alone or between", () => {
    const structured = '"structuredContent" : "a"';
    const content = '"content":[{"type":"text","text":"a"}]';
    for (const [members, left] of [
      [`{ ${structured} , ${content} }`, `{ ${content} }`],
      [`{ ${content} , ${structured} }`, `{ ${content} }`],
      [`{${content},${structured},"x":1}`, `{${content},"x":1}`],
      [`{${structured}}`, '{"content":[{"type":"text","text":"\\"a\\""}]}'],
    ]) {
      assert.equal(project({}, { text: members }), left);
    }
  });

  test("a member that is called __proto__ is one like any other", () => {
    const text = '{"__proto__":{"a":1},"content":[],"structuredContent":{"__proto__":2,"b":3}}';
    const sent = new Projection({}).reply("tool", JSON.parse(text));
    assert.equal(JSON.stringify(sent), '{"__proto__":{"a":1},"content":[{"type":"text","text":"{\\"__proto__\\":2,\\"b\\":3}"}]}');
  });

  test("of a name that occurs twice the last counts, and both stay or go", () => {
    const text = '{"structuredContent":{"a":1},"content":[{"type":"text","text":"{\\"a\\": 2}"}],"structuredContent":{"a":2},"x":1,"x":2}';
    assert.equal(project({}, { text }), '{"content":[{"type":"text","text":"{\\"a\\":2}"}],"x":1,"x":2}');
  });
});

describe("hosts: a reply reaches the model that is there", () => {
  const [status, refused] = [recorded("git-status"), outline("page-update-refused")];
  const structuredOf = (policy, options, call) => {
    const projection = new Projection(policy, options);
    return [status, refused].map((reply) => JSON.parse(project(projection, reply, call)).structuredContent !== undefined);
  };
  const mirrored = { defaults: { shape: "mirrored" } };
  const KEPT = [true, true];
  const GONE = [false, false];

  test("a host that shows either content or structuredContent gets content, and an error's data in its text", () => {
    for (const host of ["claude-code", "codex", "Claude-Code", "codex-mcp-client"]) {
      assert.deepEqual(structuredOf(mirrored, { host }), GONE, host);
      const sent = projectValue(new Projection({}, { host }), refused);
      assert.equal(sent.content[0].text, `${textsOf(refused.result)[0]}\n${JSON.stringify(refused.result.structuredContent.error)}`);
    }
  });

  test("every known host's model sees the whole payload, and an error's code, message and data in the first text block", () => {
    for (const { host } of hostProfiles()) {
      const projection = new Projection({}, { host });
      assert.ok(textsOf(projectValue(projection, status)).includes(JSON.stringify(status.result.structuredContent)), host);
      const [first] = textsOf(projectValue(projection, refused));
      for (const part of [textsOf(refused.result)[0], JSON.stringify(refused.result.structuredContent.error)]) assert.ok(first.includes(part), host);
    }
  });

  test("a host that nobody knows gets the policy unchanged", () => {
    for (const host of ["a host of tomorrow", "", "auto"]) {
      assert.deepEqual(structuredOf(mirrored, { host }), KEPT, host);
      assert.deepEqual(structuredOf(mirrored, {}, { host }), KEPT, host);
    }
  });

  test("the call's host comes before the policy's, and that before the projection's", () => {
    const policy = (host) => ({ defaults: { ...mirrored.defaults, host } });
    const known = "claude-code";
    const unknown = "unknown";
    assert.deepEqual(structuredOf(policy(unknown), { host: known }, undefined), KEPT);
    assert.deepEqual(structuredOf(policy(known), { host: unknown }, undefined), GONE);
    assert.deepEqual(structuredOf(policy(unknown), {}, { host: known }), GONE);
    assert.deepEqual(structuredOf(policy(known), {}, { host: unknown }), KEPT);
  });

  test("auto is the host that the call names", () => {
    for (const [policy, options] of [
      [{ defaults: { ...mirrored.defaults, host: "auto" } }, {}],
      [mirrored, { host: "auto" }],
    ]) {
      assert.deepEqual(structuredOf(policy, options, { host: "claude-code" }), GONE);
      assert.deepEqual(structuredOf(policy, options, { host: "unknown" }), KEPT);
      assert.deepEqual(structuredOf(policy, options), KEPT);
    }
  });

  test("on a known host structured becomes mirrored: both channels hold all", () => {
    const deleted = recorded("memory-deleted");
    const sent = projectValue(new Projection(presets.structured, { host: "claude-code" }), deleted);
    assert.deepEqual(sent.structuredContent, deleted.result.structuredContent);
    assert.ok(textsOf(sent).includes(JSON.stringify(deleted.result.structuredContent)));
  });

  test("a tool that declares an outputSchema keeps its structuredContent on each", () => {
    for (const { host } of hostProfiles()) {
      const sent = projectValue({}, status, { host, outputSchema: status.outputSchema });
      assert.deepEqual(sent.structuredContent, status.result.structuredContent, host);
    }
  });
});

describe("revisions: what structuredContent may be", () => {
  const list = asText({ content: [block("[1, 2]")], structuredContent: [1, 2] });
  const KEEPING = [[{ defaults: { shape: "mirrored" } }], [{ defaults: { shape: "structured" } }], [{}, { declaresOutputSchema: true }]];

  test("before 2026-07-28 it never is anything but an object", () => {
    for (const revision of ["2025-06-18", "2025-11-25"]) {
      for (const [policy, call] of KEEPING) {
        for (const value of [[1, 2], [], "a", 1, true, null]) {
          const sent = projectValue(policy, asText({ content: [block("a")], structuredContent: value }), { ...call, revision });
          if (value === null) assert.ok(!Object.hasOwn(sent, "structuredContent"));
          else assert.deepEqual(sent.structuredContent, { result: value });
        }
      }
      assert.deepEqual(projectValue({}, list, { revision }), { content: [block("[1,2]")] });
    }
  });

  test("since then it may be any value", () => {
    for (const [policy, call] of KEEPING) {
      assert.deepEqual(projectValue(policy, list, { ...call, revision: "2026-07-28" }).structuredContent, [1, 2]);
    }
    const none = asText({ content: [], structuredContent: null });
    assert.equal(project({}, none, { revision: "2026-07-28" }), none.text);
  });

  test("where the revision isn't known it stays what it was", () => {
    for (const [policy, call] of KEEPING) assert.deepEqual(projectValue(policy, list, call).structuredContent, [1, 2]);
  });

  test("an object is left alone by each", () => {
    const status = recorded("git-status");
    for (const revision of ["2025-06-18", "2025-11-25", "2026-07-28"]) {
      const sent = projectValue({ defaults: { shape: "mirrored" } }, status, { revision });
      assert.deepEqual(sent.structuredContent, status.result.structuredContent);
    }
  });

  test("resultType is kept by each", () => {
    const complete = changed(recorded("git-status"), '{"content":', '{"resultType":"complete","content":');
    for (const revision of ["2025-11-25", "2026-07-28"]) {
      assert.equal(projectValue({}, complete, { revision }).resultType, "complete");
    }
  });
});

describe("flatten: a reply's payload as raw text", () => {
  const page = outline("page-render");
  const { md, slug } = page.result.structuredContent.data;
  const whole = asText({ content: [block(JSON.stringify({ md, slug }, null, 2))], structuredContent: { data: { md, slug }, error: null, ok: true } }, page.tool);
  const grown = asText({ content: [block(JSON.stringify({ md, slug, revision: 7 }))], structuredContent: { data: { md, slug, revision: 7 } } }, page.tool);

  test("a payload whose every other member the reader has is its text", () => {
    assert.deepEqual(textsOf(projectValue(presets.outline, whole, { arguments: { slug } })), [md]);
  });

  test("an argument that isn't what was dropped, or an unnamed sibling, stops it", () => {
    assert.deepEqual(textsOf(projectValue(presets.outline, whole, { arguments: { slug: "b" } })), [JSON.stringify({ md, slug })]);
    assert.deepEqual(textsOf(projectValue(presets.outline, grown, { arguments: { slug } })), [JSON.stringify({ md, slug, revision: 7 })]);
  });

  test("with a remainder the unnamed siblings follow in a second block", () => {
    const flatten = { ...presets.outline.tools.outl_page_render.flatten, remainder: "block" };
    const policy = { defaults: { unwrap: "data" }, tools: { outl_page_render: { flatten } } };
    assert.deepEqual(textsOf(projectValue(policy, grown, { arguments: { slug } })), [md, '{"revision":7}']);
    assert.deepEqual(textsOf(projectValue(policy, grown, { arguments: { slug: "b" } })), [md, JSON.stringify({ slug, revision: 7 })]);
  });

  test("compactText together with it is a policy error, for a document is no data", () => {
    const tools = { a: { compactText: true, flatten: { member: "md", elsewhere: {} } } };
    assert.throws(() => new Projection({ tools }), (error) => error instanceof PolicyError && error.pointer.startsWith("/tools/a"));
  });
});

describe("bad input is left as it came, and nothing is dropped", () => {
  const structuredContent = { a: 1 };

  test("content that is no array", () => {
    for (const content of [null, {}, "text", 1, true]) {
      const reply = asText({ content, structuredContent });
      for (const shape of ["content", "mirrored", "structured"]) assert.equal(project({ defaults: { shape, compactText: true } }, reply), reply.text);
    }
  });

  test("blocks without type or text, and blocks that are none", () => {
    const text = '{"a":1}';
    for (const each of [{}, { text }, { type: "text" }, { type: "text", text: 1 }, { type: "text", text: null }, { type: ["text"], text }, null, 1, text, [block(text)]]) {
      const sent = projectValue({}, asText({ content: [each], structuredContent }));
      assert.deepEqual(sent, { content: [each, block(text)] });
      const alone = asText({ content: [each] });
      assert.equal(project({ defaults: { compactText: true, shape: "mirrored" } }, alone), alone.text);
    }
  });

  test("structuredContent that is null", () => {
    const { content } = recorded("git-status").result;
    const reply = asText({ content, structuredContent: null });
    for (const shape of ["content", "mirrored", "structured"]) assert.equal(project({ defaults: { shape } }, reply), reply.text);
  });

  test("text that is almost JSON", () => {
    for (const text of ['{"a":NaN}', '{"a":1,}', "{'a': 1}", "{'a': None}", '{"a":1}}', '{"a":1', '{"a":01}', '{"a":+1}', '\ufeff{"a":1}', '{"a":1}\0', "{a:1}", '// x\n{"a":1}']) {
      const sent = projectValue({ defaults: { compactText: true } }, asText({ content: [block(text)], structuredContent }));
      assert.deepEqual(textsOf(sent), [text, '{"a":1}'], text);
    }
  });

  test("lone surrogates", () => {
    const odd = recorded("everything-lone-surrogate");
    assert.match(odd.text, /\\ud83d /);
    assert.equal(project({ defaults: { compactText: true, shape: "mirrored" } }, odd), odd.text);
    const [text] = textsOf(odd.result);
    assert.deepEqual(projectValue({}, asText({ content: [block(text)], structuredContent: { text } })), { content: [block(text)] });
    const kept = projectValue({}, asText({ content: [], structuredContent: { text } }));
    assert.equal(JSON.parse(textsOf(kept)[0]).text, text);
    // It isn't the character that stands for what can't be read.
    const other = text.replace("\ud83d", "\ufffd");
    assert.equal(projectValue({}, asText({ content: [block(other)], structuredContent: { text } })).content.length, 2);
  });

  test("U+2028, as a character and as an escape", () => {
    const reply = (text) => ({ text: `{"content":[{"type":"text","text":${text}}],"structuredContent":{"s":"a\u2028b"}}` });
    assert.equal(project({}, reply('"a\u2028b"')), '{"content":[{"type":"text","text":"a\u2028b"}]}');
    assert.equal(project({}, reply('"a\\u2028b"')), '{"content":[{"type":"text","text":"a\\u2028b"}]}');
    assert.equal(project({}, reply('"{ \\"s\\" : \\"a\\\\u2028b\\" }"')), '{"content":[{"type":"text","text":"{\\"s\\":\\"a\\\\u2028b\\"}"}]}');
  });

  test("10 MiB of text", () => {
    const text = "a line of a long file é\n".repeat((10 * 1024 * 1024) / 24);
    assert.ok(encoder.encode(text).length > 10 * 1024 * 1024);
    const reply = asText({ content: [block(text)], structuredContent: { content: text, n: 1 } });
    assert.deepEqual(textsOf(projectValue({}, reply)), [text, '{"n":1}']);
    const alone = asText({ content: [block(text)] });
    assert.equal(project({ defaults: { compactText: true } }, alone), alone.text);
    const rows = Array.from({ length: 200_000 }, (_, id) => ({ id, text: "a row of many, as a table has them" }));
    const data = asText({ content: [block(JSON.stringify(rows, null, 1))], structuredContent: { rows } });
    assert.deepEqual(textsOf(projectValue({}, data)), [JSON.stringify(rows)]);
  });

  test("list items that are no objects", () => {
    const items = [null, 1, "a", true, [], [{ id: 1, text: "", children: [], todo: null }], {}];
    const prune = { prune: presets.outline.prune, defaults: { prune: ["outline-node"] } };
    const pruned = [null, 1, "a", true, [], [{ id: 1, text: "", children: [] }], {}];
    for (const structured of [items, { items }, { items, n: 1 }]) {
      const sent = projectValue(prune, asText({ content: [block("7 items")], structuredContent: structured }));
      assert.deepEqual(JSON.parse(textsOf(sent)[1]), Array.isArray(structured) ? pruned : { ...structured, items: pruned });
    }
  });

  test("texts nested deeper than 512 levels", () => {
    const text = "[".repeat(600) + "]".repeat(600);
    const reply = asText({ content: [block(text)], structuredContent });
    assert.deepEqual(textsOf(projectValue({ defaults: { compactText: true } }, reply)), [text, '{"a":1}']);
  });

  test("arguments of the wrong kind are TypeErrors that name what was expected", () => {
    const projection = new Projection({});
    assert.throws(() => projection.replyBytes("tool", "{}"), /Uint8Array/);
    assert.throws(() => projection.replyBytes(1, new Uint8Array()), /name/);
    assert.throws(() => projection.reply("tool", {}, { revision: 2025 }), /revision/);
    assert.throws(() => projection.reply("tool", {}, { outputSchema: "{}" }), /outputSchema/);
    assert.throws(() => projection.reply("tool", {}, []), /call/);
  });
});
