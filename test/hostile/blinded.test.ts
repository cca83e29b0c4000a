import { expect } from "vitest";
import { complaints } from "./complaints.ts";
import { hostile } from "./hostile.ts";
import { type HostileWorld, MINE } from "./hostile-world.ts";

interface RoleLine {
  role: string;
  mood: string;
  status: string;
}

async function rolesSeen(world: HostileWorld): Promise<RoleLine[]> {
  const seen = await world.ovld("status", MINE, "--json");
  expect(complaints(seen)).toEqual([]);
  return (JSON.parse(seen.stdout) as { roles: RoleLine[] }).roles;
}

/** Everything that belongs to one role, made useless in turn. */
const RUINED: Record<string, string> = {
  "a folder of mail that is a file": 'rm -rf "$S/relay/inbox/storm"; echo x >"$S/relay/inbox/storm"',
  "a folder of mail that is a link": 'rm -rf "$S/relay/inbox/storm"; ln -s /dev "$S/relay/inbox/storm"',
  "an archive that cannot be entered": 'chmod 000 "$S/relay/archive/storm" "$S/bell/storm"',
  "pipes for files": 'find "$S" -name "*storm*" -type f | while read -r f; do rm -f "$f" && mkfifo "$f"; done',
  "folders for files": 'find "$S" -name "*storm*" -type f | while read -r f; do rm -f "$f" && mkdir "$f"; done',
  "a store full of other files": `for folder in relay/inbox/storm relay/archive/storm bell/storm; do
      (cd "$S/$folder" && seq -f x%g.json 10000 | xargs touch); done`,
};

/** What each command tells of another role. */
const SHOWN = {
  log: "read mail for glacier",
  "inbox glacier": "unread mail for glacier",
  "send glacier hello": "glacier",
  cost: "glacier",
  report: "glacier",
};

for (const [what, script] of Object.entries(RUINED))
  hostile(`N2: ${what} blinds nobody to the other roles`, async (world) => {
    await world.agent(script);
    const others = (await rolesSeen(world)).filter(({ role }) => role !== "storm");
    expect(others.map(({ mood, status }) => `${mood} ${status}`)).toEqual(others.map(() => "ready working"));
    const plain = await world.ovld("dashboard", "--plain");
    for (const { role } of others) expect(plain.stdout, plain.stderr).toContain(`the task of ${role}`);
    await Promise.all(
      Object.entries(SHOWN).map(async ([command, text]) => {
        const outcome = await world.ovld(...command.split(" "));
        expect(complaints(outcome)).toEqual([]);
        expect(outcome.stdout, `${command}: ${outcome.stderr}`).toContain(text);
      }),
    );
  });
