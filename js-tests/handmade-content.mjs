// Where a source builds a reply by hand: it names `content` or `structuredContent` as a member that it writes.

import ts from "typescript";

const MEMBERS = new Set(["content", "structuredContent"]);

/**
 * @param {string} source
 * @returns {string[]} each place as "line: code"
 */
export function handmadeContent(source) {
  const file = ts.createSourceFile("source.mjs", source, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const places = [];
  const visit = (node) => {
    if (writesMember(node)) {
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      places.push(`${line + 1}: ${node.getText().slice(0, 60)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return places;
}

function writesMember(node) {
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node) || ts.isMethodDeclaration(node) || ts.isGetAccessor(node)) {
    return MEMBERS.has(nameOf(node.name));
  }
  // Any use of such a member: it is written, pushed to or handed on.
  if (ts.isPropertyAccessExpression(node)) return MEMBERS.has(node.name.text);
  return ts.isElementAccessExpression(node) && MEMBERS.has(node.argumentExpression.text);
}

function nameOf(name) {
  return ts.isComputedPropertyName(name) ? name.expression.text : name.text;
}
