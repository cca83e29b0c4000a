import { expect, test } from "vitest";
import { registryOf } from "#app/armies/army-parts.ts";
import { readFailures, writeFailures } from "#app/supervisor/failures-file.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { roles } from "#test/support/army-roles.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { restartAgents } from "./restart-agents.ts";

const SESSION = "ovld-project";

const rituals = ({ started }: MemoryServices) => started.filter(([command]) => command === "ritual");

test("an agent resumes its conversation, else it gets its ritual again", async () => {
  await using services = await memoryServices();
  const { multiplexer, agent } = services;
  const entry = await summonedArmy(services, { rituals: true });
  const storm = entry.conversations?.storm ?? "";
  agent.begun.add(storm);
  const restarted = await restartAgents(entry, ["storm", "shadow"], services);
  expect(restarted).toEqual([
    { role: "storm", resumed: true },
    { role: "shadow", resumed: false },
  ]);
  expect(multiplexer.pane(SESSION, "storm").argv.slice(-2)).toEqual(["--resume", storm]);
  expect(multiplexer.acts()).toEqual(["open", "respawn", "respawn"]);
  expect(rituals(services).at(-1)?.slice(0, 3)).toEqual(["ritual", "shadow", "--wait"]);
});

test("restarting one role does not change the panes and conversations of the others", async () => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  const others = roles.filter((role) => role !== "storm");
  const panes = () => others.map((role) => ({ ...services.multiplexer.pane(SESSION, role) }));
  const before = panes();
  await restartAgents(entry, ["storm"], services);
  expect(panes()).toEqual(before);
  const after = await registryOf(services).find(SESSION);
  expect(after?.panes).toEqual(entry.panes);
  for (const role of others) expect(after?.conversations?.[role]).toBe(entry.conversations?.[role]);
});

test("a role that is restarted with another CLI is recorded with it, and resumed with it later", async () => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  const opened: string[] = [];
  const adapters: typeof services.adapters = {
    ...services.adapters,
    async openAgentCli(kind, program) {
      opened.push(`${kind} ${program}`);
      return services.agent;
    },
  };
  await restartAgents(entry, ["storm"], { ...services, adapters }, { agent: "pi" });
  expect(opened).toEqual(expect.arrayContaining(["claude claude", "pi pi"]));
  const after = await registryOf(services).find(SESSION);
  expect(after?.agents).toEqual({ ...entry.agents, storm: "pi" });
  opened.length = 0;
  await restartAgents(entry, ["storm"], { ...services, adapters });
  expect(opened).toContain("pi pi");
  expect((await registryOf(services).find(SESSION))?.agents?.storm).toBe("pi");
});

test("a role with a closed pane gets a new one, which is recorded", async () => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  services.multiplexer.closePane(SESSION, "storm");
  await restartAgents(entry, ["storm"], services);
  const { id, tab } = services.multiplexer.pane(SESSION, "storm");
  expect([id === entry.panes.storm, tab]).toEqual([false, "support"]);
  expect((await registryOf(services).find(SESSION))?.panes.storm).toBe(id);
});

test("the conversation of a restarted agent is recorded even if its pane cannot be started", async () => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  services.multiplexer.failNext("respawn", new OvldError("session-ended", { session: SESSION }));
  await expect(restartAgents(entry, ["storm"], services)).rejects.toMatchObject({ code: "session-ended" });
  const noted = (await registryOf(services).find(SESSION))?.conversations?.storm;
  expect([undefined, entry.conversations?.storm]).not.toContain(noted);
});

test("the failure of a restarted role is cleared; those of the others stay", async () => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  const { folder } = sessionPaths(resolvePaths(services.env), SESSION);
  const failure = { what: "agent-ended", at: "2026-01-02T03:04:05.678Z" } as const;
  await writeFailures(folder, new Map([...["storm", "shadow"].map((role) => [role, failure] as const)]));
  await restartAgents(entry, ["storm"], services);
  expect(Object.keys(await readFailures(folder))).toEqual(["shadow"]);
});

test("an army that was summoned without rituals is restarted without them", async () => {
  await using services = await memoryServices();
  await restartAgents(await summonedArmy(services), ["storm"], services);
  expect(rituals(services)).toEqual([]);
});

test("a restart brings back the watcher", async () => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  services.started.length = 0;
  await restartAgents(entry, ["storm"], services);
  expect(services.started.map(([command]) => command)).toEqual(["watch"]);
});

test("an unknown role is refused with the names of the known ones", async () => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  const unknown = { code: "role-unknown", details: { role: "dragon", known: roles } };
  await expect(restartAgents(entry, ["dragon"], services)).rejects.toMatchObject(unknown);
  expect(services.multiplexer.acts()).toEqual(["open"]);
});

test("a failed restart does not stop the others, and its error is thrown", async () => {
  await using services = await memoryServices();
  const { multiplexer } = services;
  const entry = await summonedArmy(services);
  multiplexer.failNext("respawn", new OvldError("session-ended", { session: SESSION }));
  const told: string[] = [];
  const restarting = restartAgents(entry, ["storm", "shadow"], services, {
    onRestarted: ({ role }) => void told.push(role),
  });
  await expect(restarting).rejects.toMatchObject({ code: "session-ended" });
  expect(multiplexer.calls.filter(([call]) => call === "respawn")).toHaveLength(2);
  expect(told).toEqual(["shadow"]);
});

test("an ended or dismissed army is not restarted", async () => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  services.multiplexer.lose(SESSION);
  await expect(restartAgents(entry, ["storm"], services)).rejects.toMatchObject({ code: "session-ended" });
  await registryOf(services).remove(SESSION);
  await expect(restartAgents(entry, ["storm"], services)).rejects.toMatchObject({ code: "session-ended" });
  expect(services.multiplexer.acts()).toEqual(["open"]);
});

test("if the multiplexer fails, its own error is thrown", async () => {
  await using services = await memoryServices();
  const entry = await summonedArmy(services);
  const failure = () => new OvldError("server-gone", { program: "tmux" });
  services.multiplexer.failNext("sessions", failure());
  services.multiplexer.failNext("sessions", failure());
  await expect(restartAgents(entry, ["storm"], services)).rejects.toMatchObject({ code: "server-gone" });
});
