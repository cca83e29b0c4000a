import { expect, test } from "vitest";
import { dismissAlone } from "#app/lifecycle/dismiss-army.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import { openRegistry } from "#home/registry.ts";
import { send } from "#store/store-fixture.contract.ts";
import { roles } from "#test/support/army-roles.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { type SummonRequest, summon } from "./summon.ts";
import type { SummonProgress } from "./summon-progress.ts";

const SESSION = "ovld-project";

async function summoned(services: MemoryServices, request: Partial<SummonRequest> = {}) {
  const progress: SummonProgress[] = [];
  const report = (one: SummonProgress) => void progress.push(one);
  const result = await summon({ until: "background", rituals: true, ...request }, { report }, services);
  return { result, progress };
}

const registryOf = ({ env, clock }: MemoryServices) => openRegistry({ paths: resolvePaths(env), clock });

test("an army is started once, registered with its panes, and gets its rituals from a background process", async () => {
  await using services = await memoryServices();
  const { result } = await summoned(services);
  expect(result).toMatchObject({ what: "started", entry: { name: SESSION, multiplexer: "tmux" } });
  expect(services.multiplexer.acts()).toEqual(["open"]);
  const panes = Object.fromEntries(roles.map((role) => [role, services.multiplexer.pane(SESSION, role).id]));
  expect(await registryOf(services).find(SESSION)).toMatchObject({ roster: roles, panes });
  expect(services.started).toHaveLength(2);
  expect(services.started.map(([command]) => command).sort()).toEqual(["ritual", "watch"]);
});

test("a second summoning returns the army and starts nothing", async () => {
  await using services = await memoryServices();
  await summoned(services);
  expect((await summoned(services)).result).toMatchObject({ what: "existing", entry: { name: SESSION } });
  expect(services.multiplexer.acts()).toEqual(["open"]);
});

test("`ready` waits for every agent: each gets its ritual, and a role with an open question is reported", async () => {
  await using services = await memoryServices();
  const { multiplexer, agent } = services;
  agent.observer.moods.set("storm", { mood: "starting" });
  const begin = multiplexer.panes;
  multiplexer.panes = async (session) => {
    multiplexer.pane(session, "storm").show("asks trust");
    return begin(session);
  };
  const { result, progress } = await summoned(services, { until: "ready" });
  expect(result).toMatchObject({ what: "ready", absent: ["storm"], isComplete: false });
  expect(progress).toContainEqual({ what: "not-ready", role: "storm", why: "trust", seen: "asks trust" });
  const [ritual, enter] = multiplexer.pane(SESSION, "inferno").given;
  expect(ritual).toMatch(/^# /);
  expect(enter).toBe("\r");
  expect(multiplexer.pane(SESSION, "storm").given).toEqual([]);
});

test("a session that cannot be started leaves nothing", async () => {
  await using services = await memoryServices();
  services.multiplexer.failNext("open", new OvldError("server-gone", { program: "tmux" }));
  await expect(summoned(services)).rejects.toMatchObject({ code: "server-gone" });
  expect(await registryOf(services).list()).toEqual([]);
  expect(services.multiplexer.session(SESSION)).toBeUndefined();
  expect(services.started).toEqual([]);
});

test("if the name is taken meanwhile, the army is planned again with the next name", async () => {
  await using services = await memoryServices();
  const { multiplexer } = services;
  const { open } = multiplexer;
  multiplexer.open = async (plan, options) => {
    multiplexer.open = open;
    multiplexer.addSession(plan.session);
    return open(plan, options);
  };
  const { result } = await summoned(services);
  expect(result.entry.name).not.toBe(SESSION);
  expect((await registryOf(services).list()).map(({ name }) => name)).toEqual([result.entry.name]);
});

test("an ended army with unread mail is not removed without a question, and is resumed with its conversations", async () => {
  await using services = await memoryServices();
  const { multiplexer, agent } = services;
  const { result } = await summoned(services);
  await send(services.store(sessionPaths(resolvePaths(services.env), SESSION).relay));
  multiplexer.lose(SESSION);
  await expect(summoned(services)).rejects.toMatchObject({ code: "session-resumable", details: { unread: 1 } });
  const storm = result.entry.conversations?.storm ?? "";
  agent.begun.add(storm);
  await summoned(services, { resume: "resume" });
  expect(multiplexer.pane(SESSION, "storm").argv).toContain("--resume");
  expect(multiplexer.pane(SESSION, "storm").argv).toContain(storm);
  expect(multiplexer.pane(SESSION, "inferno").argv).toContain("--session-id");
});

test("a summoning cancelled during the wait leaves no army", async () => {
  await using services = await memoryServices();
  services.agent.observer.moods.set("storm", { mood: "starting" });
  const { wait } = services.clock;
  services.clock.wait = async (ms, signal) => {
    services.cancel();
    return wait(ms, signal);
  };
  await expect(summoned(services, { until: "ready" })).rejects.toMatchObject({ code: "cancelled" });
  expect(services.multiplexer.acts()).toEqual(["open", "end"]);
  expect(await registryOf(services).list()).toEqual([]);
});

test("dismissing removes an army from multiplexer and registry, and keeps its mail as history", async () => {
  await using services = await memoryServices();
  const { result } = await summoned(services);
  await send(services.store(sessionPaths(resolvePaths(services.env), SESSION).relay));
  await dismissAlone(result.entry, services.config, services);
  expect(services.multiplexer.acts()).toEqual(["open", "end"]);
  expect(await registryOf(services).list()).toEqual([]);
  const past = await services.adapters.openPastArmies(resolvePaths(services.env).history, services.clock);
  expect((await past.list()).map(({ facts }) => facts.session)).toEqual([SESSION]);
});

test("a resume cancelled during the wait keeps the army for another resume", async () => {
  await using services = await memoryServices();
  await summoned(services);
  services.multiplexer.lose(SESSION);
  services.agent.observer.moods.set("storm", { mood: "starting" });
  const { wait } = services.clock;
  services.clock.wait = async (ms, signal) => {
    services.cancel();
    return wait(ms, signal);
  };
  await expect(summoned(services, { until: "ready", resume: "resume" })).rejects.toMatchObject({ code: "cancelled" });
  expect(services.multiplexer.session(SESSION)).toBeUndefined();
  expect(await registryOf(services).list()).toMatchObject([{ name: SESSION, isResting: true }]);
});
