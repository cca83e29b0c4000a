import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { complaints } from "./complaints.ts";
import { hostile } from "./hostile.ts";
import { MINE } from "./hostile-fixture.ts";

/** Script that swaps a folder or file of the store with a link in an endless loop. */
function swapping(path: string, target: string): string {
  return `cd "$S/${path.split("/").slice(0, -1).join("/")}" && name=${path.split("/").at(-1)}
    cp -r "$name" .mine; ln -s ${target} .theirs
    while :; do mv -T "$name" .a 2>/dev/null; mv -T .theirs "$name" 2>/dev/null && echo >>"$TMPDIR/swaps"
      mv -T "$name" .theirs 2>/dev/null; mv -T .a "$name" 2>/dev/null; done`;
}

const RACES: Record<string, string> = {
  "the inbox of a role": swapping("relay/inbox/storm", '"$OTHER/relay/inbox/storm"'),
  "all inboxes": swapping("relay/inbox", '"$OTHER/relay/inbox"'),
  "the hook files of a role": swapping("bell/storm", '"$OTHER/bell/storm"'),
  "a mood": swapping("bell/storm/mood", '"$HOME/.bashrc"'),
  "the archive of a role": swapping("relay/archive/storm", '"$OTHER/relay/archive/storm"'),
};

for (const [what, script] of Object.entries(RACES))
  hostile(
    `L13: while ${what} is swapped with a link, no command hangs or crashes, and nothing else is removed or run`,
    async (fixture) => {
      await fixture.agentInBackground(script);
      const swaps = async () => (await readFile(join(fixture.army.env.TMPDIR as string, "swaps"), "utf8")).length;
      const before = await vi.waitFor(swaps, { timeout: 30_000 });
      const lines = ["status", "log", "inbox storm", "dashboard --plain", "doctor", "report"];
      const outcomes = await Promise.all(lines.map((line) => fixture.ovld(...line.split(" "))));
      const sent = await Promise.all([1, 2, 3, 4].map((each) => fixture.ovld("send", "storm", `hello ${each}`)));
      expect(await swaps()).toBeGreaterThan(before);
      const ended = await fixture.ovld("unsummon", MINE, "--force");
      expect([...outcomes, ...sent, ended].flatMap(complaints)).toEqual([]);
    },
    // Node has no openat(2): a message may land in the link's target if the folder is swapped before the write.
    { tolerated: /^made: .*\/ovld-other\/relay\// },
  );
