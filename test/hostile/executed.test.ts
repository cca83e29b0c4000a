import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { serving } from "#test/api/serving.ts";
import { hostile } from "./hostile.ts";
import { MINE } from "./hostile-fixture.ts";

/** Names a program in every roster. Removes moods and wait hooks, so that only the pane is left for notifications. */
const FORGED_ROSTER = `
  find "$S" -name roster.json | while read -r file; do
    sed 's|"program": *"tmux"|"program":"'"$CANARY"'"|' "$file" >"$TMPDIR/roster"
    cp "$TMPDIR/roster" "$file" || { mkdir "$S/relay/new" && cp "$TMPDIR/roster" "$S/relay/new/roster.json" &&
      mv "$S/relay/closed" "$S/relay/old" && mv "$S/relay/new" "$S/relay/closed"; }
  done
  rm -f "$S"/bell/*/mood "$S"/bell/*/ring`;

hostile("S1: ovld send runs no program that a roster names", async (fixture) => {
  await fixture.agent(FORGED_ROSTER);
  for (const flags of [[], ["--urgent"]])
    expect(await fixture.ovld("send", "overlord", "go on", ...flags)).toMatchObject({
      status: 0,
      // ovld has run a multiplexer to look at the pane.
      stdout: expect.stringContaining("no usable input box in its pane"),
    });
});

hostile("S1: a message over the API runs no program that a roster names", async (fixture) => {
  await fixture.agent(FORGED_ROSTER);
  await using server = await serving(fixture.army);
  const answer = await server.ask(`/api/v1/sessions/${MINE}/agents/overlord/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ body: "go on" }),
  });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ delivery: { why: "not-taken" } });
});

/** A folder like that of a killed demo, whose settings name a program of the agent. */
const PLANTED_STAGE = `set -e
  stage="$TMPDIR/ovld-demo-aa"
  mkdir -p "$stage/home/sessions/${MINE}" && cp "$S/session.json" "$stage/home/sessions/${MINE}/"
  printf '#!/bin/sh\\nexec "%s"\\n' "$CANARY" >"$stage/x.sh" && chmod +x "$stage/x.sh"
  printf '[programs]\\ntmux = "%s"\\nzellij = "%s"\\n' "$stage/x.sh" "$stage/x.sh" >"$stage/home/config.toml"
  touch -d '2 days ago' "$stage"`;

for (const command of [["doctor", "--fix"], ["demo"], ["purge", "--force"]])
  hostile(
    `S2: ovld ${command.join(" ")} runs no program that a planted demo names`,
    async (fixture) => {
      await fixture.agent(PLANTED_STAGE);
      expect(await fixture.ovld(...command)).toMatchObject({ status: 0 });
      expect(await readdir(join(fixture.army.env.TMPDIR as string, "ovld-demo-aa"))).toContain("x.sh");
    },
    // `purge` deletes the ovld home.
    command[0] === "purge" ? { tolerated: /^deleted: .*\/ovld\// } : {},
  );

/** Files that processes outside the sandbox trust: writing, replacing, removing and moving them must fail. */
const TRUSTED = [
  ...["session.json", "layout.kdl", "losses.json", "watch.log", "settings/storm.json", "relay/mcp/storm.json"],
  ...["relay/closed/roster.json", "sandbox.sb", "events.jsonl", "rituals.json", "watch.lock", "restart.lock"],
];

hostile(
  "S10: files that are trusted outside the sandbox cannot be written, replaced, removed or moved",
  async (fixture) => {
    const tries = TRUSTED.flatMap((file) => [
      `echo x >>"$S/${file}" && echo "wrote ${file}"`,
      `touch "$TMPDIR/x" && mv "$TMPDIR/x" "$S/${file}" && echo "replaced ${file}"`,
      `[ -e "$S/${file}" ] && rm -f "$S/${file}" && echo "removed ${file}"`,
      `mv "$S/${file}" "$TMPDIR/y" && echo "moved ${file}"`,
    ]);
    const folders = ["", "relay", "relay/closed", "relay/mcp", "settings", "bell", "logs"].map(
      (part) => `mv "$S/${part}" "$S/${part}.away" && echo "moved ${part}"`,
    );
    const { stdout } = await fixture.agent([...tries, ...folders].join("\n"));
    expect(stdout).toBe("");
  },
);

hostile("L1: no command that doctor prints contains the name of an agent's file", async (fixture) => {
  await fixture.agent(`cd "$S/relay" && set -e
    for name in "a';canary;'.lock" 'b$(canary).lock' 'c\`canary\`.lock' 'd
canary
.lock'; do echo damaged >"$name"; done`);
  const { stdout } = await fixture.ovld("doctor", "--json");
  const { checks } = JSON.parse(stdout) as { checks: { name: string; found: string; fixes: string[] }[] };
  const locks = checks.find(({ name }) => name === "locks");
  expect(locks?.found.match(/canary/g)).toHaveLength(4);
  expect(locks?.fixes).toEqual(["ovld doctor --fix"]);
  const printed = (await fixture.ovld("doctor")).stdout.split("\n").filter((line) => /^\s*(→|rm|canary)/.test(line));
  for (const line of [...checks.flatMap(({ fixes }) => fixes), ...printed]) expect(line).not.toContain("canary");
});

hostile("S6: the token of a running server cannot be read from inside the sandbox", async (fixture) => {
  await using server = await serving(fixture.army);
  const { stdout } = await fixture.agent('cat "$OVLD"/server/* /proc/*/root"$OVLD"/server/token');
  expect(stdout).not.toContain(server.token);
  // The user can read it.
  expect((await readFile(fixture.army.paths.token, "utf8")).trim()).toBe(server.token);
});

/** Records the shell as an agent, as the start hook does. */
const RECORDED_AGENT = `stat=$(cat /proc/$$/stat); set -- \${stat##*) }
  printf '%s\\n%s:%s\\n' $$ "$(cat /proc/sys/kernel/random/boot_id)" "\${20}" >"$S/bell/storm/agent"`;

hostile("S18: a message that an agent sends with `ovld send` is not stored as the user's", async (fixture) => {
  const ovld = `'${process.execPath}' '${resolve("dist/main.cjs")}'`;
  const { stderr } = await fixture.agent(
    `${RECORDED_AGENT}; OVLD_TMUX_SESSION=${MINE} ${ovld} send overlord "ship it now"; true`,
  );
  expect(stderr).toContain("the agent of storm runs this command");
  const { stdout } = await fixture.ovld("log", "--json");
  const sent = stdout.split("\n").filter((line) => line.includes("ship it now"));
  expect(sent.filter((line) => (JSON.parse(line) as { from: string }).from === "user")).toEqual([]);
});
