import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { run } from "#base/run.ts";
import type { PlannedPane, SessionPlan } from "#multiplexer/session-plan.ts";
import { skipWithout } from "#test/support/programs.ts";
import { temporaryArmy } from "#test/support/temporary-army.ts";
import { tmux } from "./tmux.ts";

/** Unusual `.tmux.conf` files. */
const settings: Record<string, string> = {
  "nothing at all": "",
  "counting from 1": "set -g base-index 1\nsetw -g pane-base-index 1\nset -g renumber-windows on",
  "a command of its own": `set -g default-command "sh -c 'exit 7'"\nset -g default-shell /bin/bash`,
  "names that follow the program": "setw -g automatic-rename on\nsetw -g allow-rename on\nset -g set-titles on",
  "panes that vanish": "setw -g remain-on-exit off\nset -g detach-on-destroy off",
  "destroy-unattached": "set -g destroy-unattached on",
  "exit-unattached": "set -s exit-unattached on",
  "other keys and a mouse": "set -g prefix C-a\nunbind C-b\nset -g mouse on\nsetw -g mode-keys vi\nset -g status off",
  "another terminal":
    "set -g default-terminal screen\nset -g history-limit 0\nset -g status 2\nset -g default-size 20x6",
  "a size of its own": "set -g window-size smallest\nsetw -g aggressive-resize on\nsetw -g main-pane-width 10",
  "keys for all panes": "setw -g synchronize-panes on",
  "hooks that take their time": ["session", "window"]
    .map((what) => `set-hook -g after-new-${what} 'run-shell "sleep 0.1"'`)
    .concat("set-hook -g after-split-window 'run-shell \"sleep 0.1\" ; set-environment -g SPLIT yes'")
    .join("\n"),
  "no environment": 'set -g update-environment ""\nset-environment -g HOME /nowhere\nset-environment -g MARK old',
  "an error": "set -g no-such-option on\nnonsense",
};

for (const [name, lines] of Object.entries(settings))
  test(`a plan opens with ${name} in .tmux.conf`, { timeout: 60_000 }, async (context) => {
    skipWithout(context, "tmux");
    await using army = await temporaryArmy();
    await writeFile(join(army.home, ".tmux.conf"), `${lines}\n`);
    const multiplexer = tmux({ program: "tmux", env: { ...army.env, MARK: "ours", TMUX: "/elsewhere,1,0" } });
    const record = (title: string) => join(army.folder, `${title}.record`);
    const plan = planIn(army.project, record);
    const opened = await multiplexer.open(plan, { folder: join(army.folder, "session") });
    expect(opened.map(({ tab, title }) => `${tab}/${title}`)).toEqual(
      "first/a first/b first/c 二#S; /d 二#S; /e 二#S; /f".split(/ (?=first|二)/),
    );
    await vi.waitFor(
      async () => {
        const states = (await multiplexer.panes("ovld-a")).map(({ state, exitStatus }) => exitStatus ?? state);
        expect(states).toEqual(["running", "running", 3, "running", "running", "running"]);
        for (const title of "abdef") expect(await readFile(record(title), "utf8")).toBe("");
      },
      { timeout: 20_000 },
    );
    const shares = opened.map(({ columns, rows }) => [Math.round((10 * columns) / 200), Math.round((10 * rows) / 50)]);
    expect(shares).toEqual([
      [3, 10],
      [7, 5],
      [7, 5],
      [10, 2],
      [10, 2],
      [10, 6],
    ]);
    const [a, b] = opened;
    await multiplexer.type("ovld-a", a!.id, "one line\r");
    await multiplexer.paste("ovld-a", b!.id, "another");
    await multiplexer.enter("ovld-a", b!.id);
    await vi.waitFor(
      async () => {
        expect(await readFile(record("a"), "utf8")).toBe("one line\r");
        expect(await readFile(record("b"), "utf8")).toBe("another\r");
      },
      { timeout: 20_000 },
    );
    for (const title of "def") expect(await readFile(record(title), "utf8")).toBe("");
    expect(JSON.parse(await readFile(`${record("a")}.env`, "utf8"))).toMatchObject({
      MARK: "ours",
      HOME: army.home,
      OVLD_TMUX_SESSION: "ovld-a",
      TMUX: expect.stringContaining(army.folder),
    });
    const windows = ["list-windows", "-t", "=ovld-a", "-F", "#{window_name}"];
    const { stdout } = await run("tmux", windows, { env: army.env, timeLimit: 10_000 });
    expect(stdout).toBe("first\n二#S; \n");
    expect(await multiplexer.sessions()).toEqual([{ name: "ovld-a", state: "running" }]);
    await multiplexer.end("ovld-a");
    expect(await multiplexer.sessions()).toEqual([]);
  });

/** Records its environment and every byte of its input; renames itself, as some programs do. */
const RECORDER = `
const { appendFileSync, writeFileSync } = require("node:fs");
writeFileSync(process.argv[1] + ".env", JSON.stringify(process.env));
process.stdin.setRawMode(true).on("data", (bytes) => appendFileSync(process.argv[1], bytes));
process.stdout.write("\\x1bkrenamed\\x1b\\\\\\x1b]2;titled\\x07");
writeFileSync(process.argv[1], "");
`;

function planIn(directory: string, record: (title: string) => string): SessionPlan {
  const pane = (title: string, size?: string): PlannedPane => ({
    kind: "pane",
    title,
    ...(size === undefined ? {} : { size }),
    launch: { argv: [process.execPath, "-e", RECORDER, record(title)] },
  });
  const failing: PlannedPane = { kind: "pane", title: "c", launch: { argv: ["sh", "-c", "exit 3"] } };
  return {
    session: "ovld-a",
    directory,
    tabs: [
      {
        name: "first",
        focus: false,
        split: "columns",
        panes: [pane("a", "30%"), { kind: "split", split: "rows", panes: [pane("b"), failing] }],
      },
      { name: "二#S; ", focus: true, split: "rows", panes: [pane("d", "20%"), pane("e", "20%"), pane("f", "60%")] },
    ],
  };
}
