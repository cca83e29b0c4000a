import { expect, test } from "vitest";
import { openEntry } from "#app/armies/find-session.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { Letter } from "#mail/compose.ts";
import { type MemoryServices, memoryServices } from "#test/support/services.ts";
import { storeOf, summonedArmy } from "#test/support/summoned-army.ts";
import { sendAsUser } from "./send-as-user.ts";

const SESSION = "ovld-project";

/** Sends a message to `storm`, once `prepare` has scripted its agent or its pane. */
async function sent(services: MemoryServices, letter: Partial<Letter> = {}, prepare: () => void = () => {}) {
  const army = await openEntry(await summonedArmy(services), services);
  prepare();
  services.started.length = 0;
  const failures: unknown[] = [];
  const tell = (error: unknown) => void failures.push(error);
  const result = await sendAsUser(army, { to: "storm", body: "Burn the gate.", ...letter }, services, tell);
  return { ...result, failures };
}

const stormIn = (services: MemoryServices) => services.multiplexer.pane(SESSION, "storm");
const typed = (services: MemoryServices, role: string) => services.multiplexer.pane(SESSION, role).given.join("");
const unread = async (services: MemoryServices) =>
  (await storeOf(services, SESSION).mail.unread("storm")).map(({ body }) => body);

test("the role gets the message from the user, and the notification does not contain its text", async () => {
  await using services = await memoryServices();
  const { message, delivery } = await sent(services, { subject: "Tonight", priority: "urgent" });
  expect(message).toMatchObject({ from: "user", to: "storm", subject: "Tonight", priority: "urgent" });
  expect(delivery).toEqual({ notified: true, state: "woken", by: "typing" });
  expect(await unread(services)).toEqual(["Burn the gate."]);
  expect(typed(services, "storm")).toContain("user");
  expect(typed(services, "storm")).not.toContain("gate");
  expect(typed(services, "shadow")).toBe("");
});

test("an agent with a running wait hook is notified without a keystroke", async () => {
  await using services = await memoryServices();
  services.agent.waker.waiting.add("storm");
  expect((await sent(services)).delivery).toEqual({ notified: true, state: "woken", by: "hook" });
  expect([services.agent.waker.wakes, typed(services, "storm")]).toEqual([["storm"], ""]);
});

test.each([
  ["a person's draft", "> my own", "user-typing"],
  ["a question", "asks trust", "dialog"],
])("over %s nothing is typed, and the message waits", async (_, screen, why) => {
  await using services = await memoryServices();
  const { delivery } = await sent(services, {}, () => stormIn(services).show(screen));
  expect(delivery).toEqual({ notified: true, state: "queued", why });
  expect([typed(services, "storm"), await unread(services)]).toEqual(["", ["Burn the gate."]]);
});

test.each([
  ["with an ended program", (services: MemoryServices) => stormIn(services).exit(1)],
  ["with a closed pane", (services: MemoryServices) => services.multiplexer.closePane(SESSION, "storm")],
  ["with the mood gone", ({ agent }: MemoryServices) => void agent.observer.moods.set("storm", { mood: "gone" })],
])("a message to an agent %s is stored, and the failure is reported", async (_, lose) => {
  await using services = await memoryServices();
  const { delivery, failures } = await sent(services, {}, () => lose(services));
  expect(delivery).toMatchObject({ notified: false, state: "queued", why: "no-agent" });
  expect(failures).toHaveLength(1);
  expect(await unread(services)).toEqual(["Burn the gate."]);
});

test("a failing multiplexer loses the notification, not the message", async () => {
  await using services = await memoryServices();
  const failure = new OvldError("server-gone", { program: "tmux" });
  const { delivery, failures } = await sent(services, {}, () => services.multiplexer.failNext("look", failure));
  expect([delivery.notified, failures]).toEqual([false, [failure]]);
  expect(await unread(services)).toEqual(["Burn the gate."]);
});

test("the default subject is the first line, cut at 60 characters", async () => {
  await using services = await memoryServices();
  const army = await openEntry(await summonedArmy(services), services);
  const subjectOf = async (body: string) => (await sendAsUser(army, { to: "storm", body }, services)).message.subject;
  expect(await subjectOf("\n  Burn the gate.\nTonight.")).toBe("Burn the gate.");
  expect(await subjectOf("🔥".repeat(60))).toBe("🔥".repeat(60));
  expect(await subjectOf("🔥".repeat(61))).toBe(`${"🔥".repeat(59)}…`);
});

test("a message that breaks a rule is not stored, and no role is notified", async () => {
  await using services = await memoryServices();
  await expect(sent(services, { body: " \n" })).rejects.toMatchObject({ code: "body-empty" });
  await using others = await memoryServices();
  await expect(sent(others, { to: "dragon" })).rejects.toMatchObject({ code: "role-unknown" });
  expect([await unread(services), typed(services, "storm")]).toEqual([[], ""]);
});

test("a message to an army with a killed watcher starts the watcher again", async () => {
  await using services = await memoryServices();
  await sent(services);
  expect(services.started.map(([command]) => command)).toEqual(["watch"]);
});
