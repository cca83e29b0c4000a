import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import type { SessionPlan } from "#multiplexer/session-plan.ts";
import { skipWithout } from "#test/support/programs.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { zellij } from "./zellij.ts";

const planOf = (argv: [string, ...string[]], directory = "/p"): SessionPlan => ({
  session: "ovld-a",
  directory,
  tabs: [{ name: "only", focus: true, split: "columns", panes: [{ kind: "pane", title: "one", launch: { argv } }] }],
});

const RUNS = 5;
const ARGUMENTS = 40;
const pieces = [
  '"',
  "\\",
  "$",
  "${",
  "}",
  "$$",
  "\n",
  "\r",
  "\t",
  "'",
  "`",
  " ",
  ";",
  "//",
  "/*",
  '"#',
  "{",
  "~",
  "=",
  "-",
];
const odd = [
  ...pieces,
  "日本語",
  "👑",
  "👩‍👧",
  "\u001b",
  "\u0085",
  "\u2028",
  "\ufeff",
  "\\u{41}",
  "\\n",
  "%",
  "e\u0301",
];
const argument = fc
  .oneof(fc.string({ unit: fc.constantFrom(...odd), maxLength: 12 }), fc.string({ unit: "binary", maxLength: 20 }))
  .filter((text) => !text.includes("\0"));

test(`${RUNS * ARGUMENTS} random arguments reach the program byte for byte`, { timeout: 180_000 }, async (context) => {
  skipWithout(context, "zellij");
  await using army = await temporaryArmy();
  const [script, answer] = [join(army.folder, "tell.cjs"), join(army.folder, "answer.json")];
  await writeFile(
    script,
    `const { renameSync, writeFileSync } = require("node:fs");
const [,, answer, ...args] = process.argv;
writeFileSync(answer + ".new", JSON.stringify(args));
renameSync(answer + ".new", answer);
setInterval(() => {}, 1000);`,
  );
  const multiplexer = zellij({ program: "zellij", env: army.env });
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(argument, { minLength: ARGUMENTS, maxLength: ARGUMENTS }), async (args) => {
      const session = `ovld-${++count}`;
      const plan = { ...planOf([process.execPath, script, `${answer}.${count}`, ...args], army.project), session };
      await multiplexer.open(plan, { folder: join(army.folder, session) });
      const arrived = await vi.waitFor(async () => JSON.parse(await readFile(`${answer}.${count}`, "utf8")), {
        timeout: 20_000,
      });
      expect(arrived).toEqual(args);
      await multiplexer.end(session);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
