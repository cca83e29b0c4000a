import { mkdir, readdir, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registryOf } from "#app/armies/army-parts.ts";
import { ConfigLoader } from "#config/load.ts";
import { resolvePaths } from "#home/paths.ts";
import { panesOf } from "#multiplexer/session-plan.ts";
import { roles } from "#test/support/army-roles.ts";
import { oneRole } from "#test/support/one-role.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { summonedArmy } from "#test/support/summoned-army.ts";
import { planFor } from "./plan-and-start.ts";
import type { PlanOptions } from "./preflight.ts";
import { planArmy, type SummonPlan } from "./summon-plan.ts";

const SESSION = "ovld-project";
const SOLO = oneRole("solo");

const planned = (services: MemoryServices, options: Partial<PlanOptions> = {}) =>
  planArmy(services.config, services, { rituals: true, ...options });

const filesIn = (services: MemoryServices) => readdir(join(services.directory, ".."), { recursive: true });

const argvOf = ({ sessionPlan }: SummonPlan, title: string) =>
  panesOf(sessionPlan).find(({ pane }) => pane.title === title)?.pane.launch.argv;

async function moveProject(services: MemoryServices): Promise<string> {
  const moved = `${services.directory}-moved`;
  await rename(services.directory, moved);
  await symlink(moved, services.directory);
  return moved;
}

test("a plan writes no file and starts no session", async () => {
  await using services = await memoryServices();
  const before = await filesIn(services);
  const { entry } = await planned(services);
  expect(entry).toMatchObject({ name: SESSION, directory: services.directory, roster: roles, panes: {} });
  expect(await filesIn(services)).toEqual(before);
  expect([services.multiplexer.acts(), services.started]).toEqual([[], []]);
});

test("a missing project is an error with its path", async () => {
  await using services = await memoryServices();
  const directory = join(services.directory, "gone");
  const missing = { code: "file-missing", details: { file: directory } };
  await expect(planArmy(services.config, { ...services, directory }, { rituals: false })).rejects.toMatchObject(
    missing,
  );
});

test("the name of another army, or of a session of another program, is not taken", async () => {
  await using services = await memoryServices();
  const other = join(services.directory, "project");
  await mkdir(other);
  await summonedArmy(services);
  const elsewhere = { ...services, directory: other };
  expect((await planArmy(services.config, elsewhere, { rituals: false })).entry.name).toBe("ovld-project-2");
  services.multiplexer.addSession("ovld-project-2", "exited");
  expect((await planArmy(services.config, elsewhere, { rituals: false })).entry.name).toBe("ovld-project-3");
});

test("the name of the replaced army is used again", async () => {
  await using services = await memoryServices();
  const instead = await summonedArmy(services);
  expect((await planned(services, { instead })).entry.name).toBe(SESSION);
});

test("each role is started with its own files and conversation, each view with the session's name", async () => {
  await using services = await memoryServices();
  const plan = await planned(services);
  const storm = plan.conversations.get("storm")?.id ?? "";
  expect(argvOf(plan, "storm")).toEqual(["agent", `${plan.folder}/settings/storm.json`, "--session-id", storm]);
  expect(argvOf(plan, "dashboard")?.slice(2)).toEqual(["dashboard", "--session", SESSION, "--lang", "en"]);
  const paths = plan.files.filter(({ role }) => role === "storm").map(({ path }) => path);
  expect(paths).toEqual([`${plan.folder}/relay/mcp/storm.json`, `${plan.folder}/settings/storm.json`]);
  const relay = JSON.parse(plan.files.find(({ path }) => path === paths[0])?.content ?? "");
  expect(relay.env).toMatchObject({ OVLD_ROLE: "storm", OVLD_SESSION: SESSION });
});

test("rituals are typed into the panes, or with `launch` passed at the start", async () => {
  await using services = await memoryServices({ overrides: { "rituals.method": "launch" } });
  const given = new Map<string, string | undefined>();
  const { argv } = services.agent;
  services.agent.argv = (order) => {
    given.set(order.paths.role, order.ritual);
    return argv(order);
  };
  expect((await planned(services)).rituals).toEqual([]);
  expect(given.get("storm")).toMatch(/^# /);
  const { config } = ConfigLoader.trace({ env: services.env, directory: services.directory, flags: {} });
  expect((await planArmy(config, services, { rituals: true })).rituals.map(({ role }) => role)).toEqual(roles);
  expect(given.get("storm")).toBeUndefined();
});

test("a missing ritual file is an error with its path, unless the rituals are left out", async () => {
  await using services = await memoryServices();
  await mkdir(resolvePaths(services.env).formations, { recursive: true });
  await writeFile(join(resolvePaths(services.env).formations, "solo.toml"), SOLO);
  const config = { ...services.config, formation: "solo" };
  const missing = { details: { file: expect.stringContaining("solo.md") } };
  await expect(planArmy(config, services, { rituals: true })).rejects.toMatchObject(missing);
  expect((await planArmy(config, services, { rituals: false })).entry.roster).toEqual(["solo"]);
});

test("the mail settings are copied into the army's roster", async () => {
  const overrides = { "delivery.deadline": 30, "delivery.urgent_deadline": 5, "relay.routing": "ranks" };
  await using services = await memoryServices({ overrides });
  expect((await planned(services)).roster.settings).toMatchObject({
    ...{ lang: "en", routing: "ranks", deadlines: { normal: 30, urgent: 5 }, absent: "bounce" },
    multiplexer: { kind: "tmux", program: "tmux" },
  });
});

test("an army is resumed as it was summoned, despite changed settings or a changed formation file", async () => {
  await using services = await memoryServices({ lang: "ja", overrides: { autonomy: "edits" } });
  const army = await summonedArmy(services);
  await services.clock.pass(60_000);
  const { autonomy: _, ...overrides } = services.overrides as Record<string, unknown>;
  const now = { ...services, lang: "en", overrides } as const;
  await mkdir(resolvePaths(services.env).formations, { recursive: true });
  await writeFile(join(resolvePaths(services.env).formations, "overlord.toml"), SOLO);
  const request = { over: army, resume: "resume", rituals: true } as const;
  const { plan, config } = await planFor(request, { ...services.config, autonomy: "ask" }, now);
  expect(plan.entry).toMatchObject({ name: SESSION, started: army.started, roster: roles });
  expect([plan.roster.settings.lang, config.autonomy, plan.isAgain]).toEqual(["ja", "edits", true]);
});

test("a role with a resumed conversation gets no ritual; one with a new conversation does", async () => {
  await using services = await memoryServices();
  const again = await summonedArmy(services, { rituals: true });
  services.agent.begun.add(again.conversations?.storm ?? "");
  const plan = await planned(services, { again });
  expect(plan.rituals.map(({ role }) => role)).toEqual(roles.filter((role) => role !== "storm"));
  expect(argvOf(plan, "storm")).toContain("--resume");
});

test("an army summoned without rituals is resumed without them", async () => {
  await using services = await memoryServices();
  const over = await summonedArmy(services, { rituals: false });
  const { plan } = await planFor({ over, resume: "resume", rituals: true }, services.config, services);
  expect(plan.rituals).toEqual([]);
});

test("an army is not resumed in a project replaced by a symlink, because its agents could write elsewhere", async () => {
  await using services = await memoryServices();
  const again = await summonedArmy(services);
  const found = await moveProject(services);
  const moved = { code: "project-moved", details: { directory: again.directory, found } };
  await expect(planned(services, { again })).rejects.toMatchObject(moved);
});

test("an army with an unknown sandbox is resumed only with an explicit sandbox", async () => {
  await using services = await memoryServices();
  const army = await summonedArmy(services);
  const { summonedWith = { lang: "en", rituals: false, formation: {} } } = army;
  await registryOf(services).note(army.name, { summonedWith: { ...summonedWith, sandbox: "unknown" } });
  const again = await registryOf(services).find(army.name);
  const unnamed = { ...services, overrides: { multiplexer: "tmux" } };
  const unknown = { code: "sandbox-unknown", details: { session: army.name } };
  await expect(planArmy(services.config, unnamed, { rituals: false, again })).rejects.toMatchObject(unknown);
  expect((await planned(services, { again, rituals: false })).isAgain).toBe(true);
});
