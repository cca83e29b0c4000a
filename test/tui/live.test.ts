import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { registerArmy } from "#test/support/register-army.ts";
import { openTerminal, ovldOnTerminal } from "#test/support/terminal.ts";
import { verifies } from "#test/support/verifies.ts";
import { expectGoldenScreen } from "./golden-screen.ts";
import { shownArmy } from "./shown-army.ts";

verifies("zellij:layout:dashboard", "shows every role with its task, and the mail, live", async () => {
  await using shown = await shownArmy();
  await using terminal = await shown.dashboard();
  const screen = await terminal.sees("running");
  for (const { icon, name } of shown.roster.roles) expect(screen).toMatch(new RegExp(`${icon} +${name.en}`));
  const { id } = await shown.send({ from: "storm", to: "glacier", subject: "wind from the north" });
  await terminal.sees(/Storm +→ Glacier +wind from the north +queued/);
  await terminal.sees(/❄ {2}Glacier \*/);
  await shown.store.mail.note("glacier", id, { state: "woken", at: new Date().toISOString(), by: "hook" });
  await terminal.sees(/wind from the north +woken/);
  const taken = await shown.store.mail.take("glacier");
  await terminal.sees(/wind from the north +read/);
  await taken.acknowledge();
  await terminal.sees(/wind from the north +received/);
  const updated = new Date().toISOString();
  await shown.store.status.set({ role: "glacier", status: "blocked", task: "frozen solid", updated });
  await terminal.sees(/Glacier +blocked +unknown +frozen solid +now/);
});

test("the dashboard uses colours by status, and none with NO_COLOR or TERM=dumb", async () => {
  await using shown = await shownArmy();
  await using coloured = await shown.dashboard();
  await coloured.sees("running");
  const colours = await coloured.colouredScreen();
  for (const [code, word] of Object.entries({ 32: "working", 31: "blocked", 36: "done", 90: "idle" }))
    expect(colours).toContain(`\u001b[${code}m${word}`);
  await using plain = await shown.dashboard({ env: { NO_COLOR: "1", CI: "true", DEV: "true" } });
  await plain.sees("running");
  expect(await plain.colouredScreen()).not.toContain("\u001b[");
  const argv = ["env", "TERM=dumb", ...ovldOnTerminal("dashboard", "--session", shown.session)];
  await using dumb = await openTerminal(argv, { cwd: shown.army.project, env: shown.env, columns: 80, rows: 24 });
  await dumb.sees("running");
  expect(await dumb.colouredScreen()).not.toContain("\u001b[");
});

test("the dashboard follows the size of its terminal and leaves no remains of another size", async () => {
  await using shown = await shownArmy();
  await using terminal = await shown.dashboard();
  await terminal.sees("running");
  await terminal.resize(200, 60);
  await terminal.sees("UNREAD");
  await expectGoldenScreen("en-200x60", terminal.screen);
  await terminal.resize(40, 12);
  await expectGoldenScreen("en-40x12", terminal.screen);
  await terminal.resize(80, 24);
  await expectGoldenScreen("en-80x24", terminal.screen);
});

test("--all shows one army of thirteen and three of six, from any directory", async () => {
  await using shown = await shownArmy();
  await registerArmy(shown.army, "ovld-mas", "/mas", "mas");
  await registerArmy(shown.army, "ovld-east", "/east");
  await using terminal = await shown.dashboard({ columns: 120, rows: 60, words: ["--all"] });
  await terminal.sees(/ovld +3 armies/);
  await registerArmy(shown.army, "ovld-west", "/west");
  await terminal.sees(/ovld +4 armies/);
  // The dashboard counts an army when it is registered, and reads it a moment later.
  const screen = await terminal.sees(/(Workers: \d\/6[\s\S]*){3}/);
  expect(screen.match(/Workers: \d\/6/g)).toHaveLength(3);
  expect(screen).toContain("Workers: 0/13");
  expect(screen).toMatch(/ovld-mine +running +\/castle/);
});

test("with 10,000 messages in the archive the dashboard shows the newest", async () => {
  await using shown = await shownArmy();
  const archive = join(shown.relay, "archive", "storm");
  await mkdir(archive, { recursive: true });
  const base = { from: "overlord", to: "storm", body: "x".repeat(500), priority: "normal", state: "queued" };
  for (let count = 0; count < 10_000; count++) {
    const id = `0000${String(count).padStart(8, "0")}`;
    const message = { ...base, id, thread: id, subject: `old ${count}`, timestamp: "2020-01-01T00:00:00Z" };
    await writeFile(join(archive, `${id}.json`), JSON.stringify(message));
  }
  await using terminal = await shown.dashboard({ rows: 30 });
  await terminal.sees("running");
  const screen = await terminal.sees("Which door?");
  expect(screen).toMatch(/Storm the castle[^\n]*\n.*old 9999 /);
  await shown.send({ from: "storm", to: "glacier", subject: "a new one" });
  await terminal.sees(/Messages\n.*a new one/);
});

test("with --plain or in a pipe the dashboard prints lines once and ends", async () => {
  await using shown = await shownArmy("ja");
  await using terminal = await shown.dashboard({ columns: 120, words: ["--session", "ovld-mine", "--plain"] });
  expect(await terminal.ended()).toBe(0);
  expect(await terminal.screen()).toContain("🔥 業火: 作業中, 上限, 北の城門を焼き払う, 14分");
  const { stdout, status } = await shown.army.ovld(["dashboard", "--all", "--lang", "en"]);
  expect(status).toBe(0);
  expect(stdout).toContain("Workers: 2/6  Pending: Overlord 1 (6m, busy)  Strategist 1 (3m)");
  expect(stdout).not.toContain("\u001b");
});

test("after its army has ended the dashboard reports it and keeps running", async () => {
  await using shown = await shownArmy();
  await using terminal = await shown.dashboard();
  await terminal.sees("running");
  await shown.army.shell("tmux kill-session -t =ovld-mine");
  await shown.store.clean();
  await terminal.sees("! ovld-mine has ended");
  await terminal.press("q");
  expect(await terminal.ended()).toBe(0);
  expect(await terminal.screen()).not.toContain("keeps running");
});

test("without any army the dashboard names the next key", async () => {
  await using shown = await shownArmy();
  const home = join(shown.army.folder, "other");
  await using terminal = await shown.dashboard({ words: ["--all"], env: { OVLD_HOME: home } });
  await terminal.sees(/No army is running on this machine.*q quits/);
  await terminal.press("q");
  expect(await terminal.ended()).toBe(0);
});
