import { spawn } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { sessionPaths } from "#home/paths.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

test("send stores a message, inbox shows it without claiming it, and log lists it", async () => {
  await using army = await temporaryArmy();
  const { store } = await registerArmy(army);
  const sent = await army.ovld(["send", "over", "Build a landing page", "--urgent"]);
  expect(sent).toMatchObject({ status: 0, stderr: "", stdout: expect.stringMatching(/^queued for overlord: \S+\n$/) });
  const id = sent.stdout.trim().split(" ").at(-1);
  for (let look = 0; look < 2; look++) {
    const { stdout } = await army.ovld(["inbox", "overlord"]);
    expect(stdout).toMatch(/the Abyss → 👑 Overlord {2}Build a landing page {2}\[urgent, queued\]/);
    expect(stdout).toContain(id);
  }
  expect(await store.mail.unread("overlord")).toMatchObject([
    { id, from: "user", to: "overlord", subject: "Build a landing page", priority: "urgent" },
  ]);
  expect(await store.pending.read("overlord")).toMatchObject({ senders: ["user"] });
  await (await store.mail.take("overlord")).acknowledge();
  expect((await army.ovld(["log"])).stdout).toMatch(/\[urgent, received\]/);
  expect((await army.ovld(["inbox", "overlord"])).stdout).toBe("No unread mail.\n");
  const lines = (await army.ovld(["log", "--json"])).stdout.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ id, state: "acked" }]);
});

test("send from an agent needs --as-user; send from a person's shell in the army's session does not", async () => {
  await using army = await temporaryArmy();
  const { store, session } = await registerArmy(army);
  const hooksFolder = join(sessionPaths(army.paths, session).folder, "bell", "inferno");
  await mkdir(hooksFolder, { recursive: true });
  const unread = () => store.mail.countUnread("overlord");
  for (const variable of ["OVLD_TMUX_SESSION", "ZELLIJ_SESSION_NAME"]) {
    const before = await unread();
    const send = (flags: string, note: string) =>
      army.shell(`${note} > ${hooksFolder}/agent; sh -c 'ovld send overlord "ship it" ${flags}; exit $?'; exit $?`, {
        env: { [variable]: session },
      });
    const asAgent = 'printf "%s\\n\\n" $$';
    expect(await send("", asAgent)).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringMatching(/^ovld: the agent of inferno runs this command.*\n {2}.*--as-user/),
    });
    expect((await send("--lang ja", asAgent)).stderr).toMatch(/inferno のエージェントが/);
    expect(await unread()).toBe(before);
    expect((await send("--as-user", asAgent)).status).toBe(0);
    // Records of another process, and of an earlier process with this pid.
    for (const other of [`printf "%s\\n\\n" ${process.pid}1`, 'printf "%s\\nboot:1\\n" $$'])
      expect((await send("", other)).status).toBe(0);
    expect(await unread()).toBe(before + 3);
  }
});

test("log shows the delivery state of each message, in both languages and as JSON", async () => {
  await using army = await temporaryArmy();
  const { store } = await registerArmy(army);
  const ids: string[] = [];
  for (const n of [0, 1, 2, 3, 4])
    ids.push(JSON.parse((await army.ovld(["send", "storm", `order ${n}`, "--json"])).stdout).id);
  const { messages } = await store.mail.take("storm", { maxBytes: 1 });
  expect(messages[0]?.id).toBe(ids[0]);
  const at = new Date().toISOString();
  await store.mail.note("storm", ids[1] ?? "", { state: "queued", why: "user-typing", at });
  await store.mail.note("storm", ids[2] ?? "", { state: "woken", by: "hook", at });
  await store.mail.note("storm", ids[3] ?? "", { state: "bounced", why: "no-agent", at });
  const states = async (lang: string) =>
    [...(await army.ovld(["log", "--lang", lang])).stdout.matchAll(/\[([^\]]+)\]/g)].map(([, state]) => state);
  expect(await states("en")).toEqual([
    "read",
    "queued (a user is typing in its pane)",
    "woken by hook",
    "returned, not read (no agent)",
    "queued",
  ]);
  expect(await states("ja")).toEqual([
    "既読",
    "未通知（ユーザーが入力中）",
    "フックで通知済み",
    "差し戻し、未読（エージェントなし）",
    "未通知",
  ]);
  const lines = (await army.ovld(["log", "--json"])).stdout.trim().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { state: "read" },
    { state: "queued", delivery: { why: "user-typing", at } },
    { state: "woken", delivery: { by: "hook" } },
    { state: "bounced", delivery: { why: "no-agent" } },
    { state: "queued", delivery: { why: "no-bell" } },
  ]);
});

test("a bounce to the user is read once with ovld inbox, and stays in the log", async () => {
  await using army = await temporaryArmy();
  const { store } = await registerArmy(army);
  expect((await army.ovld(["inbox"])).stdout).toBe("No unread mail.\n");
  const id = await store.mail.nextId();
  const fields = { from: "ovld", to: "user", subject: "Not read: order", body: "b", thread: id };
  await store.mail.put({ id, ...fields, priority: "normal", timestamp: new Date().toISOString(), state: "queued" });
  expect((await army.ovld(["inbox", "--lang", "ja"])).stdout).toMatch(/ovld → 深淵の意志 {2}Not read: order/);
  expect((await army.ovld(["inbox", "user"])).stdout).toBe("No unread mail.\n");
  expect((await army.ovld(["log", "--role", "user"])).stdout).toMatch(
    /ovld → the Abyss {2}Not read: order {2}\[received\]/,
  );
});

test("log and send in Japanese", async () => {
  await using army = await temporaryArmy();
  await registerArmy(army);
  expect((await army.ovld(["log", "--lang", "ja"])).stdout).toBe("メッセージはまだありません。\n");
  expect((await army.ovld(["send", "storm", "画面を直して", "--lang", "ja"])).stdout).toMatch(
    /^storm 宛てに受け付けました: /,
  );
  expect((await army.ovld(["log", "--lang", "ja"])).stdout).toMatch(
    /深淵の意志 → 🌪 疾風 {2}画面を直して {2}\[未通知\]/,
  );
  const unknown = await army.ovld(["send", "nobody", "x", "--lang", "ja"]);
  expect(unknown).toMatchObject({
    status: 5,
    stderr: expect.stringMatching(/役割 "nobody" はありません。使用できる役割: overlord, strategist/),
  });
});

test("send reads the text from standard input, and no control character of it reaches the terminal", async () => {
  await using army = await temporaryArmy();
  const { store } = await registerArmy(army);
  await writeFile(join(army.project, "trace.txt"), "first line\n\u001b[2J\u0007evil\r\n日本語");
  expect((await army.shell("ovld send shadow - < trace.txt")).status).toBe(0);
  expect((await store.mail.unread("shadow"))[0]).toMatchObject({
    subject: "first line",
    body: "first line\n\u001b[2J\u0007evil\r\n日本語",
  });
  const { stdout } = await army.ovld(["inbox", "shadow"]);
  expect(stdout).toContain("␛[2J␇evil");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be there.
  expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
});

test("an ambiguous role prefix is an error that names the matching roles", async () => {
  await using army = await temporaryArmy();
  const { store } = await registerArmy(army);
  for (const args of [
    ["send", "s", "x"],
    ["inbox", "s"],
    ["log", "--role", "s"],
  ])
    expect(await army.ovld(args), args.join(" ")).toMatchObject({
      status: 5,
      stderr: expect.stringMatching(
        /^ovld: "s" matches several roles: strategist, shadow, storm\n {2}Nothing was changed\. Use a longer prefix/,
      ),
    });
  expect((await army.ovld(["inbox", "s", "--lang", "ja"])).stderr).toContain("strategist, shadow, storm");
  expect((await army.ovld(["send", "x", "x"])).stderr).toContain('no role "x"; available: overlord');
  expect((await army.ovld(["send", "sto", "x"])).status).toBe(0);
  expect(await store.mail.countUnread("storm")).toBe(1);
});

test("text over a limit is not sent, and the error names the next step", async () => {
  await using army = await temporaryArmy();
  const { store } = await registerArmy(army);
  await writeFile(join(army.project, "big.txt"), "x".repeat(256 * 1024 + 1));
  const big = await army.shell("ovld send storm - < big.txt");
  expect(big).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(/larger than 262144 bytes\n {2}Nothing was sent\. Write the text to a file/),
  });
  const subject = await army.ovld(["send", "storm", "x", "--subject", "s".repeat(201)]);
  expect(subject).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/the subject has 201 characters; at most 200/),
  });
  const shiftJis = await army.shell(String.raw`printf '\223\372\226\173' | ovld send storm -`);
  expect(shiftJis).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("UTF-8") });
  expect((await army.ovld(["send", "storm", " "])).status).toBe(2);
  expect(await store.mail.countUnread("storm")).toBe(0);
});

test("sessions: by directory, by name, by prefix, and two armies never mix", async () => {
  await using army = await temporaryArmy();
  const other = join(army.folder, "other");
  await mkdir(other);
  await registerArmy(army, "ovld-mine", army.project);
  const second = await registerArmy(army, "ovld-other", other);
  await army.ovld(["send", "storm", "to the second"], { cwd: other });
  expect((await army.ovld(["inbox", "storm"])).stdout).toBe("No unread mail.\n");
  for (const name of ["ovld-other", "ovld-o"])
    expect((await army.ovld(["inbox", "storm", "--session", name])).stdout).toContain("to the second");
  expect(await second.store.mail.countUnread("storm")).toBe(1);
  const nowhere = await army.ovld(["log"], { cwd: army.folder });
  expect(nowhere).toMatchObject({
    status: 5,
    stderr: expect.stringMatching(
      /no army is registered for .*\n {2}Use `ovld summon` to summon one here\. For another army/,
    ),
  });
  const wrong = await army.ovld(["log", "--session", "ovld-"]);
  expect(wrong).toMatchObject({
    status: 5,
    stderr: expect.stringMatching(/no session "ovld-"; registered: ovld-mine, ovld-other/),
  });
});

test("log --follow shows each message once as it comes, and ends with Ctrl-C", async () => {
  await using army = await temporaryArmy();
  await registerArmy(army);
  await army.ovld(["send", "storm", "before"]);
  const { child, said, ended } = following(army, "--role", "storm");
  await vi.waitUntil(() => said().includes("before"), { timeout: 20_000 });
  await army.ovld(["send", "inferno", "for another"]);
  await army.ovld(["send", "storm", "while following"]);
  await vi.waitUntil(() => said().includes("while following"), { timeout: 20_000 });
  expect(said().match(/ → /g)).toHaveLength(2);
  expect(said()).not.toContain("for another");
  const before = said();
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(said()).toBe(before);
});

test("log --follow --json ends with Ctrl-C on its last message", async () => {
  await using army = await temporaryArmy();
  await registerArmy(army);
  await army.ovld(["send", "storm", "the last"]);
  const { child, said, ended } = following(army, "--json");
  await vi.waitUntil(() => said().includes("the last"), { timeout: 20_000 });
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  expect(JSON.parse(said())).toMatchObject({ body: "the last" });
});

test("log --follow exits with 0 after its army is unsummoned, and prints the last messages", async () => {
  await using army = await temporaryArmy();
  await registerArmy(army);
  await army.ovld(["send", "storm", "before"]);
  const { child, said, ended } = following(army, "--json");
  await vi.waitUntil(() => said().includes("before"), { timeout: 20_000 });
  child.kill("SIGSTOP");
  await army.ovld(["send", "inferno", "at the last moment"]);
  expect(await army.ovld(["unsummon", "--force"])).toMatchObject({ status: 0 });
  child.kill("SIGCONT");
  expect(await ended, said()).toBe(0);
  const subjects = said()
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { subject: string }).subject);
  expect(subjects).toEqual(["before", "at the last moment"]);
});

test("log --follow exits with 0 when its army is unsummoned without history", async () => {
  await using army = await temporaryArmy();
  await registerArmy(army);
  await writeFile(army.paths.config, "[history]\ndays = 0\n");
  await army.ovld(["send", "storm", "before"]);
  const { said, ended } = following(army);
  await vi.waitUntil(() => said().endsWith("\n"), { timeout: 20_000 });
  const before = said();
  expect(await army.ovld(["unsummon", "--force"])).toMatchObject({ status: 0 });
  expect(await ended, said()).toBe(0);
  expect(said()).toBe(before);
});

/** `ovld log --follow` with its output so far, stderr included. */
function following(army: TemporaryArmy, ...flags: string[]) {
  const child = spawn(process.execPath, [resolve("dist/main.cjs"), "log", "--follow", ...flags], {
    env: army.env,
    cwd: army.project,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text) => {
      output += text;
    });
  return { child, said: () => output, ended: new Promise((done) => child.on("close", done)) };
}
