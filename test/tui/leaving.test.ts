import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exitStatus } from "#errors/ovld-error.ts";
import { checkedDashboard } from "./clean-terminal.ts";
import { shownArmy } from "./shown-army.ts";

test("q restores the terminal, reports that the army keeps running, and exits with 0", async () => {
  await using shown = await shownArmy();
  await using terminal = await checkedDashboard(shown);
  await terminal.sees("running");
  await terminal.press("q");
  expect(await terminal.ended()).toBe(0);
  expect(await terminal.screen()).toContain(
    "ovld-mine keeps running. `ovld dashboard --session ovld-mine` shows it again.",
  );
  await terminal.isClean();
  expect((await shown.army.shell("tmux has-session -t =ovld-mine")).status).toBe(0);
});

test.each(["Ctrl-C", "SIGINT", "SIGTERM", "SIGHUP"] as const)("%s restores the terminal", async (way) => {
  await using shown = await shownArmy();
  await using terminal = await checkedDashboard(shown);
  await terminal.sees("running");
  // With an open input line most of the terminal's state is changed, including the cursor.
  await terminal.press("m");
  await terminal.sees("To Overlord:");
  if (way === "Ctrl-C") await terminal.press("C-c");
  else process.kill(await terminal.dashboard(), way);
  expect(await terminal.ended()).toBe(130);
  const screen = await terminal.screen();
  expect(screen).toContain("ovld-mine keeps running.");
  expect(screen).not.toContain("cancelled");
  await terminal.isClean();
});

test("a crash restores the terminal", async () => {
  await using shown = await shownArmy();
  const fault = "data:text/javascript,process.on('SIGUSR2',()=>{throw new Error('a fault')})";
  await using terminal = await checkedDashboard(shown, [`--import=${fault}`]);
  await terminal.sees("running");
  process.kill(await terminal.dashboard(), "SIGUSR2");
  expect(await terminal.ended()).toBe(1);
  expect(await terminal.screen()).toContain("a fault");
  await terminal.isClean();
});

test("the dashboard of an army that cannot be opened ends with the reason", async () => {
  await using shown = await shownArmy();
  await rm(join(shown.relay, "closed"), { recursive: true });
  await using terminal = await checkedDashboard(shown);
  expect(await terminal.ended()).toBe(exitStatus.store);
  expect(await terminal.screen()).toContain("ovld: there is no relay store");
  await terminal.isClean();
});

test("the dashboard ends when its terminal is closed", async () => {
  await using shown = await shownArmy();
  const terminal = await checkedDashboard(shown);
  await terminal.sees("running");
  const pid = await terminal.dashboard();
  await terminal[Symbol.asyncDispose]();
  await expect.poll(() => isThere(pid), { timeout: 30_000 }).toBe(false);
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
