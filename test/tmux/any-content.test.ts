import { mkdir, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { together } from "#base/together.ts";
import { without } from "#test/support/programs.ts";
import { recorded, recorder } from "./recorder.ts";
import { tmuxFixture } from "./tmux-fixture.ts";

const live = test.skipIf(without("tmux"));
const SAMPLES = 500;
const AT_ONCE = 5;
const WAIT = { timeout: 20_000, interval: 5 };

/** Text that is special to shells, or to tmux's commands, formats, targets and names. */
const odd = [
  ...[
    "'",
    '"',
    "\\",
    "$",
    "$(id)",
    "$" + "{HOME}",
    "`id`",
    ";",
    "\\;",
    " ; kill-server",
    "#",
    "##",
    "#{pid}",
    "#(id)",
    "#[",
    "##[",
  ],
  ...[
    "%",
    "%41",
    "%if 1",
    "~",
    "{",
    "}",
    "-",
    "--",
    "-t",
    "=",
    ":",
    ".",
    "@",
    "$0",
    "+",
    "!",
    "*",
    "?",
    "[a]",
    ",",
    "|",
    "&",
  ],
  ...[
    " ",
    "\n",
    "\r",
    "\t",
    "\u001b[201~",
    "\u0007",
    "\u007f",
    "日本",
    "👑",
    "👩‍👩‍👧",
    "e\u0301",
    "\u00ad",
    "\u{10ffff}",
    "\ufeff",
    "A",
  ],
];
const piece = fc.oneof(
  fc.constantFrom(...odd),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.string({ maxLength: 6 }),
);
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("").replaceAll("\0", ""));
const filled = text.filter((value) => value !== "");
const variable = filled
  .map((name) => name.replaceAll("=", ""))
  .filter((name) => name !== "" && !/^(PATH|HOME|TERM)/.test(name));
const sample = fc.record({
  // A name that looks like a tmux id is refused.
  name: filled.filter((name) => !/^\$\d+$/.test(name)),
  window: filled,
  agent: filled,
  args: fc.array(text, { maxLength: 4 }),
  common: fc.dictionary(variable, text, { maxKeys: 3 }),
  own: fc.dictionary(variable, text, { maxKeys: 3 }),
  folder: filled
    .map((name) => [...name.replaceAll("/", "")].slice(0, 40).join(""))
    .filter((name) => !/^\.*$/.test(name)),
  text: fc.array(fc.oneof(piece, fc.constant("\0")), { maxLength: 12 }).map((pieces) => pieces.join("")),
  enter: fc.boolean(),
});

type Sample = typeof sample extends fc.Arbitrary<infer T> ? T : never;

live(
  `${SAMPLES} random names, commands, environments, folders and texts arrive byte for byte`,
  async () => {
    await using fixture = await tmuxFixture({}, "set -g exit-empty off");
    let run = 0;
    const check = async ({ name, window, agent, args, common, own, folder, text, enter }: Sample) => {
      const file = join(fixture.army.folder, `run-${run++}`);
      const directory = join(file, folder);
      await mkdir(directory, { recursive: true });
      const session = await fixture.manager.createSession({
        name,
        agents: [{ id: agent, window, command: recorder(file, args), environment: own, directory }],
        environment: common,
      });
      expect([session.name, session.windows[0]?.name, session.panes[0]?.agent]).toEqual([name, window, agent]);
      const seen = await recorded(file);
      await vi.waitFor(() => seen.text(), WAIT);
      expect(await seen.args()).toEqual(args);
      const environment = await seen.environment();
      for (const [key, value] of Object.entries({ ...common, ...own })) expect(environment.get(key), key).toBe(value);
      expect(await readlink(`/proc/${session.panes[0]?.pid}/cwd`)).toBe(await realpath(directory));
      expect(await fixture.another().hasSession(name)).toBe(true);
      await fixture.manager.sendToPane(name, window, 0, text, { enter });
      const expected = Buffer.from(`${text}${enter ? "\r" : ""}`);
      await vi.waitFor(async () => expect((await seen.text()).length).toBeGreaterThanOrEqual(expected.length), WAIT);
      expect((await seen.text()).equals(expected)).toBe(true);
      expect(await fixture.manager.killSession(name)).toBe(true);
    };
    const several = fc.uniqueArray(sample, { minLength: AT_ONCE, maxLength: AT_ONCE, selector: ({ name }) => name });
    await fc.assert(
      fc.asyncProperty(several, async (samples) => {
        await together(samples.map(check));
      }),
      { numRuns: SAMPLES / AT_ONCE, endOnFailure: true },
    );
    expect(await fixture.manager.listSessions()).toEqual([]);
  },
  600_000,
);
