import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { SessionEntry } from "#home/session-entry.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { conversationsFor } from "./conversations.ts";

const [storm, shadow, later] = [randomUUID(), randomUUID(), randomUUID()];
const before: SessionEntry = {
  ...{ name: "ovld-project", directory: "/project", started: "2026-01-02T03:04:05Z", multiplexer: "tmux" },
  ...{ formation: "overlord", roster: ["storm", "shadow"], panes: {}, conversations: { storm, shadow } },
};

const resumed = (services: MemoryServices) =>
  conversationsFor(["storm", "shadow"], before, () => services.agent, services);

test("in a new army each role starts its own conversation", async () => {
  await using services = await memoryServices();
  services.agent.current.set("storm", storm);
  services.agent.begun.add(storm);
  const conversations = [
    ...(await conversationsFor(["storm", "shadow"], undefined, () => services.agent, services)).values(),
  ];
  expect(conversations.map(({ isBegun }) => isBegun)).toEqual([false, false]);
  expect(new Set([storm, ...conversations.map(({ id }) => id)]).size).toBe(3);
});

test("a resumed role continues its conversation; a role without one starts a new one with a new id", async () => {
  await using services = await memoryServices();
  services.agent.begun.add(storm);
  const conversations = await resumed(services);
  expect(conversations.get("storm")).toEqual({ id: storm, isBegun: true });
  expect(conversations.get("shadow")).toMatchObject({ isBegun: false });
  expect([storm, shadow]).not.toContain(conversations.get("shadow")?.id);
});

test("the conversation that an agent reported last takes precedence over its first one", async () => {
  await using services = await memoryServices();
  for (const id of [storm, shadow, later]) services.agent.begun.add(id);
  services.agent.current.set("storm", later);
  const conversations = await resumed(services);
  expect(conversations.get("storm")).toEqual({ id: later, isBegun: true });
  expect(conversations.get("shadow")).toEqual({ id: shadow, isBegun: true });
});

test("if the last conversation is gone, the role starts a new one, not the one before it", async () => {
  await using services = await memoryServices();
  services.agent.begun.add(storm);
  services.agent.current.set("storm", later);
  expect((await resumed(services)).get("storm")).toMatchObject({ isBegun: false });
});
