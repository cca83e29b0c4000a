import { existsSync } from "node:fs";
import { readdir, rm, writeFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { sessionPaths } from "#home/paths.ts";
import { registerArmy } from "#test/support/register-army.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";

/** An army that received mail and was unsummoned. */
async function dismissed(army: TemporaryArmy, session: string, texts: string[]): Promise<void> {
  const { store } = await registerArmy(army, session);
  for (const text of texts) await army.ovld(["send", "inferno", text, "--session", session]);
  await (await store.mail.take("inferno", { maxBytes: 1 })).acknowledge();
  expect(await army.ovld(["unsummon", session, "--force"])).toMatchObject({ status: 0 });
  expect(existsSync(sessionPaths(army.paths, session).folder)).toBe(false);
}

const lines = (text: string) => text.split("\n").filter(Boolean);

test("log shows the mail of an ended army by name, directory, time and words, as text and documents", async () => {
  await using army = await temporaryArmy();
  await dismissed(army, "ovld-mine", ["build the LOGIN page", "use port 4000 `x`"]);
  await dismissed(army, "ovld-other", ["something else"]);
  const log = async (...args: string[]) => (await army.ovld(["log", ...args])).stdout;
  expect(await log("--session", "ovld-mine")).toMatch(/🔥 Inferno {2}build the LOGIN page {2}\[received\]/);
  expect(await log()).toMatch(/something else/);
  expect(lines(await log("--past", "--json"))).toHaveLength(3);
  expect(lines(await log("--past", "--json", "--grep", "login ＢＵＩＬＤ"))).toHaveLength(1);
  expect(lines(await log("--past", "--json", "--since", "1h"))).toHaveLength(3);
  expect(await log("--past", "--since", "0s")).toBe("No message matches.\n");
  expect(JSON.parse(await log("--past", "--export", "json"))).toMatchObject([
    { subject: "build the LOGIN page", state: "acked" },
    { body: "use port 4000 `x`", state: "queued" },
    { subject: "something else" },
  ]);
  expect(JSON.parse(await log("--past", "--export", "json", "--grep", "nothing like it"))).toEqual([]);
  const document = await log("--session", "ovld-mine", "--export", "md");
  expect(document).toMatch(
    /^# Mail of ovld-mine-\d{8}T\d{6}Z-[0-9a-f]{4}\n\n## .* user → inferno: build the LOGIN page\n/,
  );
  expect(document).toContain("use port 4000 \\`x\\`\n");
  const [kept = ""] = await readdir(army.paths.history);
  expect(lines(await log("--session", kept, "--json"))).toHaveLength(2);

  await registerArmy(army);
  expect(await log()).toBe("No messages yet.\n");
  await army.ovld(["send", "storm", "a new one"]);
  expect(lines(await log("--past", "--json"))).toHaveLength(3);
  const unknown = await army.ovld(["log", "--session", "nobody"]);
  expect(unknown).toMatchObject({ status: 5, stderr: expect.stringContaining(kept) });
  expect((await army.ovld(["log", "--since", "yesterday"])).status).toBe(2);
});

test("a full session name, running or ended, takes precedence over a prefix of another running session", async () => {
  await using army = await temporaryArmy();
  await dismissed(army, "ovld-p", ["of the ended army"]);
  await registerArmy(army, "ovld-p2");
  await army.ovld(["send", "storm", "of the running army", "--session", "ovld-p2"]);
  const subjects = async (session: string, ...flags: string[]) => {
    const { stdout } = await army.ovld(["log", "--json", "--session", session, ...flags]);
    return lines(stdout).map((line) => (JSON.parse(line) as { subject: string }).subject);
  };
  expect(await subjects("ovld-p")).toEqual(["of the ended army"]);
  const report = await army.ovld(["report", "--json", "--session", "ovld-p"]);
  expect(JSON.parse(report.stdout)).toMatchObject({ session: "ovld-p" });
  for (const name of ["ovld-p2", "ovld"]) expect(await subjects(name)).toEqual(["of the running army"]);
  await registerArmy(army, "ovld-p");
  expect(await subjects("ovld-p")).toEqual([]);
  expect(await subjects("ovld-p", "--past")).toEqual(["of the ended army"]);
});

test("report on a running and an ended army, as Markdown in both languages and as JSON", async () => {
  await using army = await temporaryArmy();
  const { store } = await registerArmy(army);
  await army.ovld(["send", "inferno", "build | it", "--urgent"]);
  await store.status.set({ role: "inferno", status: "working", task: "# login", updated: new Date().toISOString() });
  const standing = (await army.ovld(["report"])).stdout;
  expect(standing).toMatch(/^# Report: ovld-mine\n/);
  expect(standing).toContain("- 1 message: 1 urgent, 0 not read in time, 1 unread");
  expect(standing).toMatch(/^\| inferno \| 0 \| 1 \| 1 \| 0 \| 0 \| - \| - \| 0 \| 0 \| 0 \| 0 \| 0 \| 0 \|$/m);
  expect(standing).toContain("- **inferno** (working): \\# login; nothing was sent");
  await army.ovld(["unsummon", "--force"]);
  expect((await army.ovld(["report", "--lang", "ja"])).stdout).toMatch(
    /^# レポート: ovld-mine\n[\s\S]*メッセージ 1 通: 緊急 1/,
  );
  expect(JSON.parse((await army.ovld(["report", "--json", "--session", "ovld-mine"])).stdout)).toMatchObject({
    session: "ovld-mine",
    messages: 1,
    roles: [{}, {}, { role: "inferno", received: 1, task: "# login" }, {}, {}, {}],
  });
});

test("no history for days = 0 or without mail; an army whose history cannot be written stays until it can", async () => {
  await using army = await temporaryArmy();
  await registerArmy(army);
  await army.ovld(["unsummon", "--force"]);
  expect(existsSync(army.paths.history)).toBe(false);
  await dismissed(army, "ovld-mine", ["one"]);
  expect(await readdir(army.paths.history)).toHaveLength(1);
  await writeFile(army.paths.config, "[history]\ndays = 0\n");
  await dismissed(army, "ovld-mine", ["two"]);
  expect(await readdir(army.paths.history)).toEqual([]);
  expect((await army.ovld(["log"])).status).toBe(5);

  await writeFile(army.paths.config, "");
  await registerArmy(army);
  await army.ovld(["send", "storm", "three"]);
  await army.shell(`rm -rf '${army.paths.history}' && touch '${army.paths.history}'`);
  const failed = await army.ovld(["unsummon", "--force"]);
  expect(failed).toMatchObject({ status: 8, stderr: expect.stringContaining("history") });
  expect(existsSync(sessionPaths(army.paths, "ovld-mine").folder)).toBe(true);
  await rm(army.paths.history);
  expect((await army.ovld(["unsummon", "--force"])).status).toBe(0);
  expect((await army.ovld(["log", "--json"])).stdout).toContain("three");
});
