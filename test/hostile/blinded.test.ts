import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, vi } from "vitest";
import { exitStatus } from "#errors/ovld-error.ts";
import { serving } from "#test/api/serving.ts";
import { complaints } from "./complaints.ts";
import { hostile } from "./hostile.ts";
import { type HostileFixture, MINE } from "./hostile-fixture.ts";

const WAIT = { timeout: 60_000, interval: 100 };

/** Contents that an agent may write into its mood file. */
const MOODS: Record<string, string> = {
  "a broken escape": 'asking 1\\n{"tool_name":"\\\\q"}\\n',
  "a raw control character": 'asking 1\\n{"tool_name":"a\\001b"}\\n',
  "a lone surrogate": 'asking 1\\n{"tool_name":"\\\\ud800"}\\n',
  "an end of limit beyond all calendars": 'limited 1\\n{"last_assistant_message":"resets 99999999999999pm"}\\n',
  "no UTF-8": "ready \\377\\376\\n",
};

interface RoleLine {
  role: string;
  mood: string;
  status: string;
}

async function rolesSeen(fixture: HostileFixture): Promise<RoleLine[]> {
  const seen = await fixture.ovld("status", MINE, "--json");
  expect(complaints(seen)).toEqual([]);
  return (JSON.parse(seen.stdout) as { roles: RoleLine[] }).roles;
}

hostile("S13: forged moods do not hide the other roles", async (fixture) => {
  const victims = ["storm", "shadow", "glacier", "inferno", "strategist"];
  const forged = Object.values(MOODS).map((mood, index) => `printf '${mood}' >"$S/bell/${victims[index]}/mood"`);
  await fixture.agent(["set -e", ...forged].join("\n"));
  expect((await rolesSeen(fixture)).find(({ role }) => role === "overlord")).toMatchObject({ mood: "ready" });
  const lines = ["status", "dashboard --plain", "cost", "report", "doctor"].map((line) => line.split(" "));
  const outcomes = await Promise.all(lines.map((argv) => fixture.ovld(...argv)));
  expect(outcomes.flatMap(complaints)).toEqual([]);
  for (const { role } of await rolesSeen(fixture)) expect(outcomes[1]?.stdout).toContain(`the task of ${role}`);
});

hostile("S13: a forged mood does not hide the failure of another role from the watcher", async (fixture) => {
  await fixture.agent(`set -e; printf '${MOODS["a broken escape"]}' >"$S/bell/storm/mood"`);
  await using _ = watching(fixture);
  await vi.waitFor(() => seenInLog(fixture, "start"), WAIT);
  await fixture.agent(`printf '4194305\\n\\n' >"$S/bell/glacier/agent"`);
  await vi.waitFor(() => seenInLog(fixture, "glacier"), WAIT);
  expect(await logOf(fixture)).not.toContain("check-failed");
});

hostile("S13: the API reports the other roles despite forged files", async (fixture) => {
  await fixture.agent(`set -e
    printf '${MOODS["a broken escape"]}' >"$S/bell/storm/mood"
    rm -f "$S/relay/status/storm.json"; mkdir "$S/relay/status/storm.json"`);
  await using server = await serving(fixture.army);
  for (const path of ["status", "sessions", `sessions/${MINE}`, `sessions/${MINE}/agents`]) {
    const answer = await server.ask(`/api/v1/${path}`);
    expect([path, answer.status, answer.status < 400 || (await answer.text())]).toEqual([path, 200, true]);
  }
  const agents = (await (await server.ask(`/api/v1/sessions/${MINE}/agents`)).json()) as { agents: unknown[] };
  expect(JSON.stringify(agents)).toContain("the task of glacier");
});

/** Scripts that each make files of the role `storm` unusable. */
const RUINED: Record<string, string> = {
  "a folder of mail that is a file": 'rm -rf "$S/relay/inbox/storm"; echo x >"$S/relay/inbox/storm"',
  "a folder of mail that is a link": 'rm -rf "$S/relay/inbox/storm"; ln -s /dev "$S/relay/inbox/storm"',
  "an archive that cannot be entered": 'chmod 000 "$S/relay/archive/storm" "$S/bell/storm"',
  "a folder of hook files that is a pipe": 'rm -rf "$S/bell/storm"; mkfifo "$S/bell/storm"',
  "pipes for files":
    'find "$S" -name "*storm*" -type f | while read -r f; do rm -f "$f" && mkfifo "$f"; done; find "$S" -type p | grep -q storm',
  "folders for files":
    'find "$S" -name "*storm*" -type f | while read -r f; do rm -f "$f" && mkdir "$f"; done; find "$S" -type d | grep -q storm.*json',
  "a store full of other files": `for folder in relay/inbox/storm relay/archive/storm bell/storm; do
      (cd "$S/$folder" && seq -f x%g.json 3000 | xargs touch); done`,
};

/** Text about another role in the output of each command. */
const SHOWN = {
  log: "read mail for glacier",
  "inbox glacier": "unread mail for glacier",
  "send glacier hello": "glacier",
  cost: "glacier",
  report: "glacier",
};

for (const [what, script] of Object.entries(RUINED))
  hostile(`N2: ${what} does not hide the other roles`, async (fixture) => {
    await fixture.agent(`${script} || exit`);
    const others = (await rolesSeen(fixture)).filter(({ role }) => role !== "storm");
    expect(others.map(({ mood, status }) => `${mood} ${status}`)).toEqual(others.map(() => "ready working"));
    const plain = await fixture.ovld("dashboard", "--plain");
    for (const { role } of others) expect(plain.stdout, plain.stderr).toContain(`the task of ${role}`);
    await Promise.all(
      Object.entries(SHOWN).map(async ([command, text]) => {
        const outcome = await fixture.ovld(...command.split(" "));
        expect(complaints(outcome)).toEqual([]);
        expect(outcome.stdout, `${command}: ${outcome.stderr}`).toContain(text);
      }),
    );
  });

hostile(
  "N4: without its roster no command that shows the army hangs or crashes",
  async (fixture) => {
    await fixture.agent('find "$S" -name roster.json -print -delete | grep -q . || exit');
    const lines = ["status", "log", "dashboard --plain", "inbox storm"].map((line) => line.split(" "));
    const outcomes = await Promise.all(lines.map((argv) => fixture.ovld(...argv)));
    expect(outcomes.flatMap(complaints)).toEqual([]);
    expect(outcomes.map(({ status }) => status)).toEqual(lines.map(() => exitStatus.store));
  },
  { as: "plain" },
);

/** A watcher that is ended with the test. */
function watching(fixture: HostileFixture): AsyncDisposable {
  const ending = new AbortController();
  const watch = fixture.ovldInBackground(ending.signal, "watch", "--session", MINE);
  return {
    async [Symbol.asyncDispose]() {
      ending.abort();
      await watch;
    },
  };
}

async function seenInLog(fixture: HostileFixture, text: string): Promise<void> {
  expect(await logOf(fixture)).toContain(text);
}

/** Content of the watcher's log, whose path depends on the version. */
async function logOf({ mine }: HostileFixture): Promise<string> {
  const files = ["watch.log", "logs/watch.log"].map((name) => join(mine.folder, name));
  return (await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")))).join("");
}
