import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test, vi } from "vitest";
import { bundleText } from "#test/support/bundle.ts";
import { without } from "#test/support/programs.ts";
import { recorded, recorder } from "./recorder.ts";
import { type TmuxFixture, tmuxFixture } from "./tmux-fixture.ts";

const live = test.skipIf(without("tmux"));
const execute = promisify(execFile);
const WAIT = { timeout: 60_000, interval: 50 };
const SENDERS = 6;
const message = (sender: number, round: number) =>
  `<${sender}.${round} ${String(sender).repeat(10_240)} ${sender}.${round}>`;

/** `sh` gets text and Enter in one call; `cat` represents a program that gets a pause between them. */
const readers = ["sh", "cat"] as const;

for (const reader of readers) {
  live(
    `${SENDERS} concurrent texts of 10 KB from one process to one pane stay whole (${reader})`,
    async () => {
      await using fixture = await tmuxFixture();
      const seen = await onePane(fixture, reader);
      const texts = Array.from({ length: SENDERS }, (_, sender) => message(sender, 0));
      await Promise.all(texts.map((text) => fixture.manager.sendToPane("s", "w", 0, text)));
      await expectWhole(seen, texts);
      expect(await fixture.tmux("list-buffers")).toBe("");
    },
    120_000,
  );

  live(
    `five texts each of ${SENDERS} processes to one pane stay whole (${reader})`,
    async () => {
      await using fixture = await tmuxFixture();
      const seen = await onePane(fixture, reader);
      const program = await bundleText(
        `import { ConfigLoader, TmuxManager } from ${JSON.stringify(resolve("src/tmux.ts"))};
const manager = new TmuxManager(ConfigLoader.load().tmux);
const message = ${message};
for (let round = 0; round < 5; round++) await manager.sendToPane("s", "w", 0, message(Number(process.argv[2]), round));`,
        join(fixture.army.folder, "sender.mjs"),
      );
      // The bundle finds the shipped formations relative to its own path.
      await fixture.army.shell(`ln -s ${resolve("formations")} ${resolve("package.json")} ${fixture.army.folder}/`);
      await Promise.all(
        Array.from({ length: SENDERS }, (_, sender) =>
          execute(process.execPath, [program, String(sender)], { env: fixture.army.env, cwd: fixture.army.project }),
        ),
      );
      const texts = Array.from({ length: SENDERS * 5 }, (_, index) =>
        message(index % SENDERS, Math.floor(index / SENDERS)),
      );
      await expectWhole(seen, texts);
    },
    120_000,
  );
}

/** A session `s` with one pane in window `w`, and the recorded input of that pane. */
async function onePane({ army, manager }: TmuxFixture, reader: (typeof readers)[number]) {
  const file = join(army.folder, "text");
  await manager.createSession({ name: "s", agents: [{ id: "a", window: "w", command: recorder(file, [], reader) }] });
  const seen = await recorded(file);
  await vi.waitFor(() => seen.text(), WAIT);
  return seen;
}

async function expectWhole(seen: Awaited<ReturnType<typeof onePane>>, texts: string[]): Promise<void> {
  await vi.waitFor(async () => expect((await seen.text()).length).toBe(texts.join("").length + texts.length), WAIT);
  const lines = String(await seen.text()).split("\r");
  expect(lines.sort()).toEqual(["", ...texts].sort());
}
