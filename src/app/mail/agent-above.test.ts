import { expect, test } from "vitest";
import { identityOf, ownIdentity, type ProcessIdentity } from "#base/process-identity.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { agentAbove } from "./agent-above.ts";

/** The agent above this process, in a pane of an army in which the agent of `storm` has reported this process. */
async function above(services: MemoryServices, reported: ProcessIdentity, pane: Record<string, string>) {
  await summonedArmy(services);
  services.agent.observer.process = async ({ role }) => (role === "storm" ? reported : undefined);
  return agentAbove({ ...services, env: { ...services.env, ...pane } });
}

const tmux = { OVLD_TMUX_SESSION: "ovld-project" };

test.each([tmux, { ZELLIJ_SESSION_NAME: "ovld-project" }])(
  "a command below an agent's process, in a pane of its army, is run by that agent (%o)",
  async (pane) => {
    await using services = await memoryServices();
    expect(await above(services, await identityOf(process.ppid), pane)).toBe("storm");
  },
);

test("a command in a person's own shell is not run by an agent, even in a pane of the army", async () => {
  await using services = await memoryServices();
  expect(await above(services, await ownIdentity(), tmux)).toBeUndefined();
});

test.each([{}, { OVLD_TMUX_SESSION: "another" }])(
  "outside the panes of an army a command is not run by an agent (%o)",
  async (pane) => {
    await using services = await memoryServices();
    expect(await above(services, await identityOf(process.ppid), pane)).toBeUndefined();
  },
);

test("the pid of an ended agent, reused by a parent of the command, is not the agent", async () => {
  await using services = await memoryServices();
  const parent = await identityOf(process.ppid);
  expect(await above(services, { ...parent, started: `${parent.started}0` }, tmux)).toBeUndefined();
});
