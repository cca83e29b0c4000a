import { existsSync } from "node:fs";
import { rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifies } from "#test/support/verifies.ts";
import { relayCommand, type Session, temporarySession } from "./built.ts";

/** Starts a relay that must fail: with an exit status, one line on stderr, and nothing on stdout. */
async function refused(
  session: Session,
  extra: Record<string, string | undefined>,
  program: readonly string[] = relayCommand,
) {
  const relay = session.start("inferno", extra, program);
  const { status, signal } = await relay.exited;
  expect(signal).toBeNull();
  expect(relay.replies).toEqual([]);
  const lines = relay.stderr().split("\n");
  expect(lines, relay.stderr()).toHaveLength(2);
  expect(lines[1]).toBe("");
  expect(lines[0]).toMatch(/^ovld relay: /);
  expect(lines[0]).not.toMatch(/ at |\.js:\d|node:/);
  return { status, line: lines[0] };
}

verifies("relay:env", "ovld relay completes the handshake on stdio, with exactly the five tools", async () => {
  await using session = await temporarySession();
  const relay = session.start("inferno", {}, relayCommand);
  expect((await relay.initialize()).result).toMatchObject({ serverInfo: { name: "ovld-relay" } });
  const { result } = await relay.request("tools/list");
  const names = (result as { tools: { name: string }[] }).tools.map(({ name }) => name);
  expect(names.sort()).toEqual(["broadcast", "check_inbox", "get_status", "send_message", "update_status"]);
});

verifies("relay:env:missing", "each variable that is unset or empty is named on one line, status 3", async () => {
  await using session = await temporarySession();
  for (const variable of ["OVLD_ROLE", "OVLD_RELAY_DIR", "OVLD_SESSION"])
    for (const program of [relayCommand, [...relayCommand, "--lang", "en"]])
      for (const value of [undefined, ""]) {
        const { status, line } = await refused(session, { [variable]: value }, program);
        expect(status).toBe(3);
        expect(line).toContain(`${variable} is not set`);
      }
});

verifies("relay:role:unknown", "a relay for a role that the roster does not have names it, status 3", async () => {
  await using session = await temporarySession();
  for (const role of ["nobody", "../inferno", "a\nb\u001b[31m"]) {
    const { status, line } = await refused(session, { OVLD_ROLE: role });
    expect(status).toBe(3);
    expect(line).toMatch(/no role ".*"; available: overlord, strategist/);
    expect(line).not.toContain("\u001b");
  }
});

test("a missing folder, or a folder without a store, is named, status 3", async () => {
  await using session = await temporarySession();
  for (const folder of [join(session.folder, "nowhere"), session.folder]) {
    const { status, line } = await refused(session, { OVLD_RELAY_DIR: folder });
    expect(status).toBe(3);
    expect(line).toContain(`there is no relay store in ${folder}`);
  }
});

test("a store of another session is not served, status 3", async () => {
  await using session = await temporarySession();
  const { status, line } = await refused(session, { OVLD_SESSION: "ovld-other" });
  expect(status).toBe(3);
  expect(line).toContain("OVLD_SESSION must be ovld-test, found ovld-other");
});

verifies("relay:home:missing", "status 3 and one line if the knowledge folder needs HOME and it is unset", async () => {
  await using session = await temporarySession({ knowledge: true });
  for (const program of [relayCommand, [...relayCommand, "--lang", "en"]])
    for (const HOME of [undefined, ""]) {
      const { status, line } = await refused(session, { HOME }, program);
      expect(status).toBe(3);
      expect(line).toContain("no home directory");
    }
  await using without = await temporarySession();
  const relay = without.start("inferno", { HOME: undefined });
  expect((await relay.initialize()).result).toBeDefined();
});

test("a relay without any request starts its background tasks", async () => {
  await using session = await temporarySession();
  session.start("inferno");
  const starts = join(session.relayFolder, "counts", "inferno.starts");
  await expect.poll(() => existsSync(starts), { timeout: 30_000 }).toBe(true);
});

test("a link to the newest army's store that is turned later does not move a relay", async () => {
  await using mine = await temporarySession();
  await using other = await temporarySession();
  const link = join(mine.folder, "relay");
  await symlink(mine.relayFolder, link);
  const relay = mine.start("inferno", { OVLD_RELAY_DIR: link });
  await relay.initialize();
  await symlink(other.relayFolder, `${link}-new`);
  await rename(`${link}-new`, link);
  await relay.call("send_message", { to: "storm", subject: "s", body: "b" });
  expect(await mine.store.mail.countUnread("storm")).toBe(1);
  expect(await other.store.mail.countUnread("storm")).toBe(0);
  expect(existsSync(join(mine.relayFolder, "..", "logs", "relay-inferno.log"))).toBe(true);
});
