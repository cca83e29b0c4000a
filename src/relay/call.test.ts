import { expect, test } from "vitest";
import type { Log } from "#base/log.ts";
import { sixContexts } from "#test/support/tool-context.ts";
import { call } from "./call.ts";
import { schema } from "./schema.ts";
import { type Tool, tool } from "./tool.ts";

function recordingLog() {
  const entries: unknown[][] = [];
  const log: Log = { write: (...entry) => entries.push(entry) };
  return { log, entries };
}

function toolThat(run: Tool["run"]): Tool {
  return tool({
    name: "probe",
    title: "Probe",
    description: "",
    input: schema.input({
      count: schema.optional(schema.integer({ minimum: 1, maximum: 9 })),
      mode: schema.optional(schema.oneOf(["a", "b"])),
    }),
    output: schema.output({ ok: schema.boolean() }),
    annotations: { readOnlyHint: true, idempotentHint: true, destructiveHint: false, openWorldHint: false },
    run: run as never,
  });
}

const fine = toolThat(async () => ({ text: "fine", data: { ok: true } }));

test.each([
  [{ count: "3" }, 'count: expected number, found "3"'],
  [{ count: null }, "count: expected number, found null"],
  [{ count: 0 }, "count: expected at least 1, found 0"],
  [{ count: 10 }, "count: expected at most 9, found 10"],
  [{ count: 1.5 }, "count: expected integer, found 1.5"],
  [{ count: 1e300 }, "count: expected integer, found 1e+300"],
  [{ count: [1] }, "count: expected number, found a list"],
  [{ mode: 5 }, "mode: expected one of a, b, found 5"],
  [{ count: "3", mode: "c" }, 'count: expected number, found "3"\nmode: expected one of a, b, found "c"'],
  [{ mode: "c" }, 'mode: expected one of a, b, found "c"'],
  [{ mode: "x".repeat(99) }, `found "${"x".repeat(60)}"… (99 characters)`],
  ["text", 'input: expected object, found "text"'],
  [[], "input: expected object, found a list"],
])("an invalid input is reported with field, expected and found value: %j", async (input, words) => {
  const { as } = await sixContexts();
  const { log } = recordingLog();
  const { isError, text } = await call(fine, input, as("inferno"), log);
  expect(isError).toBe(true);
  expect(text).toContain(words);
  expect(text).toMatch(/^probe did nothing/);
});

test("a missing input is an empty one, and unknown fields are dropped", async () => {
  const { as } = await sixContexts();
  const { log } = recordingLog();
  const seen: unknown[] = [];
  const probe = toolThat(async (input) => {
    seen.push(input);
    return { text: "", data: { ok: true } };
  });
  for (const input of [undefined, null, { stray: 1, count: 2 }])
    expect((await call(probe, input, as("inferno"), log)).data).toEqual({ ok: true });
  expect(seen).toEqual([{}, {}, { count: 2 }]);
});

test("a bug is reported without its cause, which is in the log", async () => {
  const { as } = await sixContexts();
  const { log, entries } = recordingLog();
  const broken = toolThat(async () => {
    throw new TypeError("x is not a function in /secret/paths.ts");
  });
  const { isError, text } = await call(broken, {}, as("inferno"), log);
  expect(isError).toBe(true);
  expect(text).not.toMatch(/secret|TypeError|at /);
  expect(JSON.stringify(entries)).toContain("/secret/paths.ts");
});

test("the text of a message is never logged", async () => {
  const { as } = await sixContexts();
  const { log, entries } = recordingLog();
  const { sendMessage } = await import("./tools/send-message.ts");
  for (const to of ["storm", "missing", 5])
    await call(sendMessage, { to, subject: "SUBJECT", body: "BODY" }, as("inferno"), log);
  expect(entries).toHaveLength(3);
  expect(JSON.stringify(entries)).not.toMatch(/SUBJECT|BODY/);
});
