import type { Expectation } from "#errors/expectation.ts";

/** 期待される値の日本語での説明。 */
export function unlike(what: string, { expected, found }: { expected: Expectation; found: string }): string {
  if (expected.type === "present") return `${what} がありません。必ず指定してください`;
  return `${what} は${expectation(expected)}でなければなりませんが、${found} です`;
}

export function expectation(expected: Expectation): string {
  switch (expected.type) {
    case "one-of":
      return expected.values.length === 1 ? `${expected.values[0]}` : ` ${expected.values.join("、")} のいずれか`;
    case "text":
      return "引用符で囲んだ文字列";
    case "text-matching":
      return ` ${expected.example} のような文字列`;
    case "boolean":
      return " true か false";
    case "whole-number":
      return `${range(expected)}整数`;
    case "number":
      return "数値";
    case "list":
      return "リスト";
    case "table":
      return "テーブル";
    case "absolute-path":
      return "絶対パスか ~/ で始まるパス";
    case "present":
      return "必須";
    case "shorter":
      return ` ${expected.characters} 文字以内`;
    case "not-empty":
      return "空でない値";
    case "plain-text":
      return " NUL や不正なサロゲートを含まない文字列";
    case "unique":
      return "一度だけの指定";
  }
}

function range({ from, to }: { from?: number | undefined; to?: number | undefined }): string {
  if (from !== undefined && to !== undefined) return ` ${from} から ${to} までの`;
  if (from !== undefined) return ` ${from} 以上の`;
  return to === undefined ? "" : ` ${to} 以下の`;
}
