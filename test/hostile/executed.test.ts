import { expect } from "vitest";
import { serving } from "#test/api/serving.ts";
import { hostile } from "./hostile.ts";
import { MINE } from "./hostile-world.ts";

/** Names a program in every roster that it finds, and takes the moods away, so that only the pane is left to tell by. */
const FORGED_ROSTER = `
  find "$S" -name roster.json | while read -r file; do
    sed 's|"program": *"tmux"|"program":"'"$CANARY"'"|' "$file" >"$TMPDIR/roster"
    cp "$TMPDIR/roster" "$file" || { mkdir "$S/relay/new" && cp "$TMPDIR/roster" "$S/relay/new/roster.json" &&
      mv "$S/relay/closed" "$S/relay/old" && mv "$S/relay/new" "$S/relay/closed"; }
  done
  rm -f "$S"/bell/*/mood "$S"/bell/*/ring`;

hostile("S1: ovld send runs no program that a roster names", async (world) => {
  await world.agent(FORGED_ROSTER);
  await world.ovld("send", "overlord", "go on");
  await world.ovld("send", "overlord", "go on", "--urgent");
});

hostile("S1: a message over the API runs no program that a roster names", async (world) => {
  await world.agent(FORGED_ROSTER);
  await using server = await serving(world.army);
  const answer = await server.ask(`/api/v1/sessions/${MINE}/agents/overlord/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ body: "go on" }),
  });
  expect(answer.status).toBeLessThan(600);
});

/** What processes outside the sandbox obey: writing, replacing, removing and moving it must all fail. */
const OBEYED = [
  ...["session.json", "layout.kdl", "losses.json", "watch.log", "settings/storm.json", "relay/mcp/storm.json"],
  ...["relay/closed/roster.json", "sandbox.sb", "events.jsonl", "rituals.json", "watch.lock", "restart.lock"],
];

hostile("S10: nothing that is obeyed outside can be written, replaced, removed or moved", async (world) => {
  const tries = OBEYED.flatMap((file) => [
    `echo x >>"$S/${file}" && echo "wrote ${file}"`,
    `touch "$TMPDIR/x" && mv "$TMPDIR/x" "$S/${file}" && echo "replaced ${file}"`,
    `[ -e "$S/${file}" ] && rm -f "$S/${file}" && echo "removed ${file}"`,
    `mv "$S/${file}" "$TMPDIR/y" && echo "moved ${file}"`,
  ]);
  const folders = ["", "relay", "relay/closed", "relay/mcp", "settings", "bell", "logs"].map(
    (part) => `mv "$S/${part}" "$S/${part}.away" && echo "moved ${part}"`,
  );
  const { stdout } = await world.agent([...tries, ...folders].join("\n"));
  expect(stdout).toBe("");
});
