import { existsSync } from "node:fs";
import { appendFile, mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Session, temporarySession } from "./built.ts";

const PATIENCE = { timeout: 60_000 };
const resume = false;

/** Writes the hook files and the transcript of a ready agent. */
async function agentOf({ folder }: Session, role: string) {
  const hooksFolder = join(folder, "sessions", "ovld-test", "bell", role);
  await mkdir(hooksFolder, { recursive: true });
  const transcript = join(folder, `${role}.jsonl`);
  await writeFile(join(hooksFolder, "mood"), "ready\n");
  await writeFile(join(hooksFolder, "transcripts"), `${transcript}\n`);
  return {
    hooksFolder,
    parked: join(hooksFolder, "parked"),
    use: (id: string, output_tokens: number) =>
      appendFile(transcript, `${JSON.stringify({ message: { id, usage: { input_tokens: 0, output_tokens } } })}\n`),
  };
}

test("an agent at its token limit is parked, its mail waits with the reason, and a raised limit resumes it", async () => {
  await using session = await temporarySession({ limits: { tokensPerRole: 100, tokensTotal: 0, resume } });
  const { store, folder } = session;
  const { parked, use } = await agentOf(session, "inferno");
  await use("a", 99);
  const inferno = session.start("inferno");
  await inferno.initialize();
  await use("b", 1);
  await expect.poll(() => existsSync(parked), PATIENCE).toBe(true);
  expect(await readFile(parked, "utf8")).toMatch(/^token limit of this role reached: 100 of 100 used;.*\n$/);
  await expect
    .poll(async () => (await store.mail.unread("strategist")).map(({ subject }) => subject), PATIENCE)
    .toEqual(["inferno is parked: the token limit is reached"]);
  await expect.poll(() => store.mail.countUnread("overlord"), PATIENCE).toBe(1);

  const storm = session.start("storm");
  await storm.initialize();
  const sent = await storm.call("send_message", { to: "inferno", subject: "order", body: "b" });
  expect(sent).toMatchObject({ isError: false, structuredContent: { delivery: { state: "queued", why: "parked" } } });
  expect(await store.mail.unread("inferno")).toMatchObject([{ subject: "order", delivery: { why: "parked" } }]);

  const home = join(folder, "home", ".config", "ovld");
  await mkdir(home, { recursive: true });
  await writeFile(join(home, "config.toml"), "[limits]\ntokens_per_role = 1000\n");
  await expect.poll(() => existsSync(parked), PATIENCE).toBe(false);
  await expect
    .poll(async () => (await store.mail.unread("inferno")).map(({ subject }) => subject), PATIENCE)
    .toEqual(["order", "The token limit was raised"]);
  expect(await store.mail.countUnread("strategist")).toBe(1);
});

test("the superiors of an agent at its usage limit get a notice with the limit's end", async () => {
  await using session = await temporarySession({ limits: { tokensPerRole: 0, tokensTotal: 0, resume: true } });
  const { store } = session;
  const { hooksFolder } = await agentOf(session, "inferno");
  const event = JSON.stringify({
    last_assistant_message: "Usage limit reached. Your limit resets Jan 2, 2099, 9am (UTC)",
  });
  await writeFile(join(hooksFolder, "mood"), `limited 1\n${event}\n`);
  const inferno = session.start("inferno");
  await inferno.initialize();
  await expect.poll(() => store.mail.countUnread("overlord"), PATIENCE).toBe(1);
  expect(await store.mail.unread("strategist")).toMatchObject([
    { from: "ovld", body: expect.stringContaining("until 2099-01-02T09:00:00.000Z (resets Jan 2, 2099, 9am (UTC))") },
  ]);
  expect(await store.mail.countUnread("inferno")).toBe(0);
});

test("an agent is told to continue after its usage limit is over", { timeout: 90_000 }, async () => {
  await using session = await temporarySession({ limits: { tokensPerRole: 0, tokensTotal: 0, resume: true } });
  const { store } = session;
  const { hooksFolder } = await agentOf(session, "inferno");
  // Without a known end, ovld assumes that the limit lasts a minute.
  await writeFile(join(hooksFolder, "mood"), 'limited 1\n{"last_assistant_message":"Too much"}\n');
  const hit = Date.now() / 1000 - 35;
  await utimes(join(hooksFolder, "mood"), hit, hit);
  const inferno = session.start("inferno");
  await inferno.initialize();
  await expect.poll(() => store.mail.countUnread("inferno"), PATIENCE).toBe(1);
  expect(await store.mail.unread("inferno")).toMatchObject([{ from: "ovld", subject: "Your usage limit is over" }]);
  expect(Date.now() / 1000 - hit).toBeGreaterThanOrEqual(60);
});
