import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { openTerminal } from "#test/support/terminal.ts";
import { type ShownArmy, shownArmy } from "./shown-army.ts";

const newest = async ({ store }: ShownArmy) => (await store.mail.digest({ newest: 1 })).newest[0];

test("arrows and j/k choose a role", async () => {
  await using shown = await shownArmy();
  await using terminal = await shown.dashboard();
  await terminal.sees("› 👑 Overlord");
  await terminal.press("j");
  await terminal.sees("› ⚔  Strategist");
  await terminal.press("Down");
  await terminal.sees("› 🔥 Inferno");
  await terminal.press("k");
  await terminal.sees("› ⚔  Strategist");
  await terminal.press("Up");
  await terminal.sees("› 👑 Overlord");
});

test("Enter shows the chosen role's pane in attached clients", async () => {
  await using shown = await shownArmy();
  const options = { cwd: shown.army.project, env: shown.env, columns: 80, rows: 24 };
  await using terminal = await shown.dashboard();
  await terminal.sees("running");
  await terminal.press("j", "Enter");
  await terminal.sees("no terminal shows it: use `ovld attach ovld-mine`");
  await using client = await openTerminal(["env", "-u", "TMUX", "tmux", "attach", "-t", "=ovld-mine"], options);
  await client.sees("the pane of");
  await terminal.press("j", "Enter");
  await client.sees("the pane of inferno");
  await terminal.sees("The multiplexer shows Inferno.");
});

test("m writes a message, in Japanese, with the cursor at the end of the text", async () => {
  await using shown = await shownArmy("ja");
  await using terminal = await shown.dashboard();
  await terminal.sees("稼働中");
  await terminal.press("j", "m");
  await terminal.sees("軍師へ:");
  await terminal.type("城門を焼け🔥");
  await terminal.sees("軍師へ: 城門を焼け🔥");
  // Input methods draw at the cursor: after eight cells of the label and twelve of the text.
  expect(await terminal.tells("#{cursor_flag} #{cursor_x},#{cursor_y}")).toBe("1 20,23");
  await terminal.press("Left", "BSpace", "BSpace", "End");
  await terminal.type("守れ");
  await terminal.press("Enter");
  await terminal.sees("軍師宛てに");
  expect(await newest(shown)).toMatchObject({ from: "user", to: "strategist", subject: "城門を🔥守れ" });
  await terminal.sees(/深淵の意志 → 軍師 +城門を🔥守れ/);
});

test("a pasted text of several lines is one message, and is not interpreted as keys", async () => {
  await using shown = await shownArmy();
  await using terminal = await shown.dashboard();
  await terminal.sees("running");
  await terminal.paste("q\nr\ny\n");
  await terminal.press("m");
  await terminal.sees("To Overlord:");
  await terminal.paste("first\nq second");
  await terminal.sees("first↵q second");
  await terminal.press("Enter");
  await terminal.sees("Stored for Overlord");
  const { messages } = await shown.store.mail.take("overlord");
  expect(messages.at(-1)).toMatchObject({ subject: "first", body: "first\nq second" });
});

test("a paste that arrives slowly in pieces is one text", async () => {
  await using shown = await shownArmy();
  await using terminal = await shown.dashboard();
  await terminal.sees("running");
  await terminal.press("m");
  await terminal.sees("To Overlord:");
  await terminal.type("\u001b[200~first");
  await systemClock.wait(500);
  await terminal.type("\rq second\u001b[201~");
  await terminal.sees("first↵q second");
  expect(await newest(shown)).not.toMatchObject({ subject: "first" });
});

test("Escape keeps the draft", async () => {
  await using shown = await shownArmy();
  await using terminal = await shown.dashboard();
  await terminal.sees("running");
  await terminal.press("m");
  await terminal.type("half a thou");
  await terminal.sees("half a thou");
  await terminal.press("Escape");
  await terminal.sees("q quit");
  await terminal.press("m");
  await terminal.sees("To Overlord: half a thou");
});

test("r asks before a restart, / filters, Escape removes the filter, ? shows the help", async () => {
  await using shown = await shownArmy();
  await using terminal = await shown.dashboard();
  await terminal.sees("running");
  await terminal.press("r");
  await terminal.sees("[y/N]");
  await terminal.press("n", "/");
  await terminal.type("gate");
  const filtered = await terminal.sees(/\/gate +Enter applies/);
  expect(filtered).toContain("Inferno");
  expect(filtered).not.toContain("Glacier");
  await terminal.press("Enter");
  await terminal.sees("/gate  Esc show all");
  await terminal.press("Escape");
  await terminal.sees("Glacier");
  await terminal.press("?");
  await terminal.sees("restart it");
  await terminal.press("Escape");
  await terminal.sees("Workers:");
});
