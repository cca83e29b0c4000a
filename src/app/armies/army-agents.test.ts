import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { AgentSenses } from "#agent-cli/agent-cli.ts";
import { agentKinds, firstKind } from "#agent-cli/kinds.ts";
import { recordedAgents } from "#home/session-record.ts";
import { scriptedAgentCli } from "#test/support/scripted-agent-cli.ts";
import { memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { sensesByRole } from "./agent-senses.ts";
import { agentKindsOf, agentsByRole } from "./army-agents.ts";

test("a summoned army's record names the CLI of each role", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  expect(army.agents).toEqual(Object.fromEntries(army.roster.map((role) => [role, firstKind])));
  expect([...agentKindsOf(army)]).toEqual(army.roster.map((role) => [role, firstKind]));
});

test("roles without a recorded CLI run the first one; an unknown CLI is refused with the known ones", async () => {
  const army = { name: "ovld-app", roster: ["storm", "shadow"] };
  expect(agentKindsOf(army).get("storm")).toBe(firstKind);
  const unknown = { ...army, agents: { shadow: "abacus" } };
  const details = { session: "ovld-app", agent: "abacus", known: agentKinds };
  expect(() => agentKindsOf(unknown)).toThrow(expect.objectContaining({ code: "agent-cli-unknown", details }));
});

test("each CLI is opened once, with its program in the settings", async () => {
  await using services = await memoryServices();
  const opened: string[] = [];
  const adapters: typeof services.adapters = {
    ...services.adapters,
    async openAgentCli(kind, program) {
      opened.push(`${kind} ${program}`);
      return services.agent;
    },
  };
  const kinds = agentKindsOf({ name: "ovld-app", roster: ["storm", "shadow"] });
  const agentOf = await agentsByRole(kinds, services.config, { ...services, adapters });
  expect(agentOf("storm")).toBe(services.agent);
  expect(opened).toEqual([`${firstKind} ${services.config.programs[firstKind]}`]);
});

test("the senses of a role follow its session's record, also when it is replaced", async () => {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "session.json");
  const [first, other] = [scriptedAgentCli(), scriptedAgentCli()];
  const senses = { [firstKind]: first, other } as unknown as Record<typeof firstKind, AgentSenses>;
  const sensesOf = sensesByRole(senses);
  const storm = { role: "storm", folder: folder.path, relay: join(folder.path, "relay") };
  expect(sensesOf(storm)).toBe(first);
  for (const text of ["{", "null", '{"agents":{"storm":"abacus"}}', `{"agents":{"storm":"${firstKind}"}}`]) {
    await writeFile(file, text);
    expect(sensesOf(storm), text).toBe(first);
  }
  expect(recordedAgents(folder.path)).toEqual({ storm: firstKind });
  await rm(file);
  await mkdir(file);
  expect(recordedAgents(folder.path)).toEqual({});
});
