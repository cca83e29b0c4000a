import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished } from "vitest";
import { hostile } from "./hostile.ts";
import { type HostileFixture, MINE } from "./hostile-fixture.ts";
import { identityOf } from "./identity-of.ts";

/** A daemon that a user started in a pane of the army; it inherited the pane's environment. */
async function daemonOf({ army }: HostileFixture): Promise<ChildProcess> {
  const env = { ...army.env, OVLD_TMUX_SESSION: MINE };
  const child = spawn("sleep", ["100000"], { env, detached: true, stdio: "ignore" });
  await once(child, "spawn");
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

const ENDINGS = [
  ["restart", "--all", "--force"],
  ["doctor", "--fix"],
  ["unsummon", MINE, "--force"],
];

for (const command of ENDINGS)
  hostile(`S11: ovld ${command.join(" ")} kills no process that an agent recorded as its own`, async (fixture) => {
    const identity = identityOf(fixture.canaries.pid);
    await fixture.agent(`set -e
      for role in "$S"/bell/*; do
        for file in agent relay waiter pid; do printf '%s' '${identity}' >"$role/$file"; done
        printf 'ready ${fixture.canaries.pid}\\n' >"$role/mood"
      done
      printf '{"pid":${fixture.canaries.pid},"nonce":"00"}' >"$S/relay/pane-_0.lock"`);
    expect(await fixture.ovld(...command)).toMatchObject({ status: 0 });
  });

hostile("S11: unsummon kills no daemon that was started from a pane", async (fixture) => {
  const daemon = await daemonOf(fixture);
  const ended = await fixture.ovld("unsummon", MINE, "--force");
  expect(ended, ended.stderr).toMatchObject({ status: 0 });
  expect([daemon.exitCode, daemon.signalCode]).toEqual([null, null]);
});
