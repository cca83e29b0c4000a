import type { Expectation } from "#errors/expectation.ts";

export const sampleExpectation: Expectation = { type: "one-of", values: ["«v»", "«w»"] };

const values: Record<string, unknown> = {
  expected: sampleExpectation,
  known: ["«known»"],
  allowed: ["«allowed»"],
  panes: ["«panes»"],
  folders: ["«folders»"],
  problem: { what: "unknown-role", role: "«role»", known: ["«known»"] },
  missing: ["«missing»"],
  args: [],
  action: "read",
  blocker: "draft",
  stderr: "«stderr»",
  signal: null,
  obstacle: "submodules",
  branches: ["«branches»"],
  nearest: undefined,
  line: 7,
  column: 9,
};

/** Details for any error or text: each value is its own name in «marks», so that its position is visible. */
export const sampleDetails: object = new Proxy(values, {
  get: (target, key) =>
    typeof key === "string" && !(key in target)
      ? key === "length"
        ? 1
        : key === "join"
          ? () => "«list»"
          : `«${key}»`
      : target[key as string],
});
