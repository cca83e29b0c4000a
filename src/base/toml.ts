import { type AST, getStaticTOMLValue, ParseError, parseTOML } from "toml-eslint-parser";
import { OvldError, reasonOf } from "#errors/ovld-error.ts";

export interface Position {
  line: number;
  column: number;
}

export type TomlPath = readonly (string | number)[];

export interface TomlDocument {
  file: string;
  value: Record<string, unknown>;
  /** Position of the key at `path`, else of the nearest enclosing key; line 1 for an empty file. */
  at(path: TomlPath): Position;
}

/** Parses TOML and keeps the position of each key. A syntax error throws with file, line and column. */
export function parseToml(file: string, text: string): TomlDocument {
  const { value, positions } = parse(file, text);
  return {
    file,
    value,
    at(path) {
      for (let length = path.length; length > 0; length--) {
        const found = positions.get(keyOf(path.slice(0, length)));
        if (found) return found;
      }
      return { line: 1, column: 1 };
    },
  };
}

function parse(file: string, text: string) {
  try {
    const program = parseTOML(text, { tomlVersion: "1.0.0" });
    const positions = new Map<string, Position>();
    for (const node of program.body[0].body) visit(node, [], positions);
    return { value: getStaticTOMLValue(program) as Record<string, unknown>, positions };
  } catch (error) {
    throw new OvldError("toml-syntax", { file, ...positionOf(error, text), reason: reasonOf(error), cause: error });
  }
}

/** The parser notices an unterminated value on the next line, but it belongs to the line before. */
function positionOf(error: unknown, text: string): Position {
  if (!(error instanceof ParseError)) return { line: 1, column: 1 };
  const { lineNumber: line, column } = error;
  if (column > 0 || line === 1 || !error.message.startsWith("Unterminated")) return { line, column: column + 1 };
  return { line: line - 1, column: (text.split("\n")[line - 2] ?? "").length + 1 };
}

function visit(
  node: AST.TOMLKeyValue | AST.TOMLTable | AST.TOMLContentNode,
  path: TomlPath,
  into: Map<string, Position>,
) {
  switch (node.type) {
    case "TOMLTable":
      note(node.key, node.resolvedKey, into);
      for (const child of node.body) visit(child, node.resolvedKey, into);
      break;
    case "TOMLKeyValue": {
      const inner = [...path, ...node.key.keys.map((key) => (key.type === "TOMLBare" ? key.name : key.value))];
      note(node.key, inner, into);
      visit(node.value, inner, into);
      break;
    }
    case "TOMLArray":
      for (const [index, element] of node.elements.entries()) {
        note(element, [...path, index], into);
        visit(element, [...path, index], into);
      }
      break;
    case "TOMLInlineTable":
      for (const child of node.body) visit(child, path, into);
      break;
  }
}

function note(node: { loc: AST.SourceLocation }, path: TomlPath, into: Map<string, Position>) {
  const { line, column } = node.loc.start;
  into.set(keyOf(path), { line, column: column + 1 });
}

function keyOf(path: TomlPath): string {
  return JSON.stringify(path);
}
