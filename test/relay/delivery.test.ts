import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, mkdir, rm, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { verifies } from "#test/support/verifies.ts";
import { type RelayClient, type Session, temporarySession } from "./built.ts";

const PATIENCE = { timeout: 30_000 };

async function mailFor(session: Session, role: string) {
  const storm = session.start("storm");
  await storm.initialize();
  return storm.call("send_message", { to: role, subject: "order", body: "b" });
}

/** Writes the hook files of a busy inferno; this process acts as its agent. */
async function busyInferno({ relayFolder }: Session) {
  const paths = exchangePaths({ role: "inferno", folder: dirname(relayFolder), relay: relayFolder });
  await mkdir(paths.hooksFolder, { recursive: true });
  await writeFile(paths.mood, `busy ${process.pid}\n`);
  return paths;
}

/**
 * Waits for this many rounds of a relay's background tasks. Each round announces one unannounced message, and also
 * checks the agent and its sent mail.
 */
async function roundsOf({ store, relayFolder }: Session, role: string, rounds: number): Promise<void> {
  const mark = join(relayFolder, "pending", role);
  for (let round = 0; round < rounds; round++) {
    const id = await store.mail.nextId();
    const fields = { from: "shadow", to: role, subject: "s", body: "b", thread: id, priority: "normal" } as const;
    await rm(mark, { force: true });
    await store.mail.put({ id, ...fields, timestamp: new Date(Date.now() - 10_000).toISOString(), state: "queued" });
    await expect.poll(() => existsSync(mark), PATIENCE).toBe(true);
  }
}

async function stateOf({ store }: Session): Promise<string | undefined> {
  return (await store.mail.all())[0]?.state;
}

verifies("relay:send", "the result contains the delivery state, which is stored with the message", async () => {
  await using session = await temporarySession();
  const { structuredContent, content } = await mailFor(session, "inferno");
  expect(structuredContent).toMatchObject({ delivery: { notified: true, state: "queued", why: "no-bell" } });
  expect(content[0]?.text).toMatch(/queued, the recipient sees it with its next check_inbox\.$/);
  expect(await session.store.mail.unread("inferno")).toMatchObject([{ state: "queued", delivery: { why: "no-bell" } }]);
});

verifies("relay:send", "an idle agent with a wait hook is woken by it, and the result reports that", async () => {
  await using session = await temporarySession();
  const hooksFolder = join(session.folder, "sessions", "ovld-test", "bell", "inferno");
  await mkdir(hooksFolder, { recursive: true });
  await writeFile(join(hooksFolder, "mood"), "ready\n");
  await utimes(join(hooksFolder, "mood"), 0, 0);
  execFileSync("mkfifo", [join(hooksFolder, "ring")]);
  const waitHook = spawn("sh", [
    "-c",
    'exec 3<>"$0"; echo armed; IFS= read -r line <&3; echo "$line"',
    join(hooksFolder, "ring"),
  ]);
  let output = "";
  waitHook.stdout.on("data", (text) => {
    output += text;
  });
  await expect.poll(() => output).toBe("armed\n");
  const { structuredContent, content } = await mailFor(session, "inferno");
  expect(structuredContent).toMatchObject({ delivery: { notified: true, state: "woken", by: "hook" } });
  expect(content[0]?.text).toMatch(/delivered, woken by hook\.$/);
  await expect.poll(() => output).toMatch(/^armed\n.+\n$/);
  expect(await session.store.mail.unread("inferno")).toMatchObject([{ state: "woken", delivery: { by: "hook" } }]);
});

test("mail is acked after the client has proved its receipt by a pong or a further call", async () => {
  await using session = await temporarySession();
  await mailFor(session, "inferno");
  const inferno = session.start("inferno");
  await inferno.initialize();
  inferno.answersPings = false;
  await inferno.call("check_inbox");
  expect(await stateOf(session)).toBe("read");
  inferno.answersPings = true;
  await inferno.call("get_status", { role: "all" });
  await expect.poll(() => stateOf(session)).toBe("acked");

  await mailFor(session, "glacier");
  const glacier = session.start("glacier");
  await glacier.initialize();
  await glacier.call("check_inbox");
  await expect.poll(async () => (await session.store.mail.all())[1]?.state).toBe("acked");
});

test("for an agent with hooks, mail is acked after two tool batches of the conversation that read it", async () => {
  await using session = await temporarySession();
  const { store } = session;
  const paths = await busyInferno(session);
  const talksIn = (last: number) => writeFile(paths.conversation, `00000000-0000-4000-8000-00000000000${last}\n`);
  await talksIn(1);
  const inferno = session.start("inferno");
  await inferno.initialize();
  await mailFor(session, "inferno");
  await inferno.call("check_inbox");
  await writeFile(paths.steps, "..");
  await expect.poll(() => stateOf(session), PATIENCE).toBe("acked");

  await mailFor(session, "inferno");
  await inferno.call("check_inbox");
  await talksIn(2);
  await expect.poll(() => store.mail.countUnread("inferno"), PATIENCE).toBe(1);
  expect(await store.mail.unread("inferno")).toMatchObject([{ redelivered: true }]);
});

/** Writes inferno's transcript, and makes tool calls like those of Claude Code. */
async function recordOf(session: Session, inferno: RelayClient) {
  const { transcripts } = await busyInferno(session);
  const file = join(session.folder, "conversation.jsonl");
  await writeFile(transcripts, `${file}\n`);
  const write = (type: string, piece: object) =>
    appendFile(file, `${JSON.stringify({ type, message: { content: [piece] } })}\n`);
  return {
    call: (id: string, name: string, input: object) =>
      inferno.request("tools/call", { name, arguments: input, _meta: { "claudecode/toolUseId": id } }),
    asked: (id: string) => write("assistant", { type: "tool_use", id }),
    answered: (id: string) => write("user", { type: "tool_result", tool_use_id: id }),
  };
}

test("for an agent with a transcript, mail is acked only after the transcript holds its result", async () => {
  await using session = await temporarySession();
  const inferno = session.start("inferno");
  await inferno.initialize();
  const record = await recordOf(session, inferno);
  const { steps } = await busyInferno(session);
  await mailFor(session, "inferno");
  await record.call("toolu_1", "check_inbox", {});
  await record.asked("toolu_1");
  await writeFile(steps, "....");
  await roundsOf(session, "inferno", 2);
  expect(await stateOf(session)).toBe("read");
  await record.answered("toolu_1");
  await expect.poll(() => stateOf(session), PATIENCE).toBe("acked");
});

test("a message is sent after the sender's transcript holds the call, and not if the relay ends before", async () => {
  await using session = await temporarySession();
  const inferno = session.start("inferno");
  await inferno.initialize();
  const record = await recordOf(session, inferno);
  const unread = () => session.store.mail.countUnread("storm");
  const order = { to: "storm", subject: "s", body: "b" };
  const sending = record.call("toolu_1", "send_message", order);
  await inferno.call("get_status", { role: "all" });
  await wait(500);
  expect(await unread()).toBe(0);
  await record.asked("toolu_1");
  expect((await sending).result).toMatchObject({ isError: false });
  expect(await unread()).toBe(1);

  const cut = record.call("toolu_2", "send_message", order);
  await inferno.call("get_status", { role: "all" });
  inferno.child.stdin?.end();
  await Promise.allSettled([cut, inferno.exited]);
  expect(await unread()).toBe(1);
});

test("mail is not acked while the role's agent is starting, however old the mood file is", async () => {
  await using session = await temporarySession();
  const paths = await busyInferno(session);
  const inferno = session.start("inferno");
  await inferno.initialize();
  await mailFor(session, "inferno");
  await inferno.call("check_inbox");
  await inferno.call("get_status", { role: "all" });
  await writeFile(paths.mood, "starting\n");
  await utimes(paths.mood, 0, 0);
  await roundsOf(session, "inferno", 3);
  expect(await stateOf(session)).toBe("read");
});

test.each(["relay", "agent"])(
  "mail that was answered without a proof of receipt is redelivered after the %s is killed",
  async (victim) => {
    await using session = await temporarySession();
    await mailFor(session, "inferno");
    const inferno = session.start("inferno");
    await inferno.initialize();
    inferno.answersPings = false;
    await inferno.call("check_inbox");
    if (victim === "relay") inferno.child.kill("SIGKILL");
    else inferno.child.stdin?.end();
    await inferno.exited;
    expect(await session.store.mail.unread("inferno")).toMatchObject([{ state: "queued", redelivered: true }]);
    const next = session.start("inferno");
    await next.initialize();
    await expect.poll(() => existsSync(join(session.relayFolder, "pending", "inferno")), PATIENCE).toBe(true);
    expect((await next.call("check_inbox")).structuredContent).toMatchObject({ messages: [{ redelivered: true }] });
    await expect.poll(() => stateOf(session)).toBe("acked");
  },
);

test("the recipient's relay announces mail that its sender did not announce", async () => {
  await using session = await temporarySession();
  const inferno = session.start("inferno");
  await inferno.initialize();
  await mailFor(session, "inferno");
  await rm(join(session.relayFolder, "pending", "inferno"));
  await expect.poll(() => existsSync(join(session.relayFolder, "pending", "inferno")), PATIENCE).toBe(true);
});

verifies("relay:broadcast", "a message that is not read in time is bounced once, and stays readable", async () => {
  await using session = await temporarySession({ deadlines: { normal: 1, urgent: 1 } });
  const { store } = session;
  const inferno = session.start("inferno");
  await inferno.initialize();
  const storm = session.start("storm");
  await storm.initialize();
  const { structuredContent } = await storm.call("broadcast", { subject: "order", body: "b" });
  await expect.poll(async () => (await store.mail.unread("storm")).length, PATIENCE).toBe(1);
  const [bounce] = await store.mail.unread("storm");
  expect(bounce).toMatchObject({
    from: "ovld",
    subject: "Not read: order",
    thread: (structuredContent as { thread: string }).thread,
    body: expect.stringMatching(/^inferno did not read these messages in time/),
  });
  expect((await storm.call("check_inbox")).structuredContent).toMatchObject({ messages: [{ from: "ovld" }] });
  await expect.poll(async () => (await store.mail.unread("inferno"))[0]?.state).toBe("bounced");
  expect((await inferno.call("check_inbox")).structuredContent).toMatchObject({ messages: [{ subject: "order" }] });
  await expect.poll(async () => (await store.mail.all()).filter(({ from }) => from === "ovld")).toHaveLength(1);
});

test("an unread message of the user is bounced to the user", async () => {
  await using session = await temporarySession({ lang: "ja", deadlines: { normal: 1, urgent: 1 } });
  const { store } = session;
  const id = await store.mail.nextId();
  const fields = { from: "user", to: "inferno", subject: "命令", body: "b", thread: id };
  await store.mail.put({ id, ...fields, priority: "urgent", timestamp: new Date().toISOString(), state: "queued" });
  const inferno = session.start("inferno");
  await inferno.initialize();
  await expect.poll(() => store.mail.countUnread("user"), PATIENCE).toBe(1);
  expect(await store.mail.unread("user")).toMatchObject([{ from: "ovld", subject: "未読: 命令", parent: id }]);
});
