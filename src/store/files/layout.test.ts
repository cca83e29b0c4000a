import { lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FORMAT } from "#base/format.ts";
import { USER } from "#mail/message.ts";
import { readIds, send, testRoster } from "#store/store-world.contract.ts";
import { verifies } from "#test/support/verifies.ts";
import { fileWorld } from "./file-world.contract.ts";

const roles = testRoster.roles.map(({ id }) => id);

verifies("relay:message", "all fields stand in one JSON file of the recipient's inbox", async () => {
  await using world = await fileWorld();
  const parent = await send(world.store, { to: "storm" });
  const message = await send(world.store, { subject: "task done", body: "…", thread: parent.id, parent: parent.id });
  const { id, from, to, subject, body, priority, timestamp, thread } = message;
  expect(readdirSync(join(world.folder, "inbox", "inferno"))).toEqual([`${id}.json`]);
  const text = readFileSync(join(world.folder, "inbox", "inferno", `${id}.json`), "utf8");
  const fields = { from, to, subject, body, priority, timestamp, id, thread, parent: parent.id, state: "queued" };
  expect(JSON.parse(text)).toEqual(fields);
  expect(Object.keys(JSON.parse(text)).slice(0, 6)).toEqual(Object.keys(fields).slice(0, 6));
});

verifies("relay:init", "an inbox and an initial status for every role, and a place for marks", async () => {
  await using world = await fileWorld();
  expect(readdirSync(join(world.folder, "inbox")).toSorted()).toEqual([...roles, USER].toSorted());
  for (const role of roles) {
    expect(readdirSync(join(world.folder, "inbox", role))).toEqual([]);
    const status = JSON.parse(readFileSync(join(world.folder, "status", `${role}.json`), "utf8"));
    expect(status).toEqual({ role, status: "idle", task: "", updated: expect.stringMatching(/^\d{4}-.*Z$/) });
  }
  expect(readdirSync(join(world.folder, "pending"))).toEqual([]);
  expect(readdirSync(join(world.folder, "mcp"))).toEqual([]);
  expect(JSON.parse(readFileSync(join(world.folder, "closed", "roster.json"), "utf8"))).toEqual({
    version: FORMAT,
    ...testRoster,
  });
});

verifies("relay:cleanup", "inbox, status and pending are gone, and everything else of the store", async () => {
  await using world = await fileWorld();
  await world.store.pending.mark("inferno", await send(world.store));
  await readIds(world.store);
  writeFileSync(join(world.folder, "mcp", "inferno.json"), "{}");
  await world.store.clean();
  expect(readdirSync(join(world.folder, ".."))).toEqual([]);
});

test("what was read lies in the archive under its own name, and nothing else is left of it", async () => {
  await using world = await fileWorld();
  const { id } = await send(world.store);
  await readIds(world.store);
  expect(readdirSync(join(world.folder, "inbox", "inferno"))).toEqual([]);
  const part = id.slice(0, 5);
  expect(readdirSync(join(world.folder, "archive", "inferno")).toSorted()).toEqual([".claims", part]);
  expect(readdirSync(join(world.folder, "archive", "inferno", part))).toEqual([`${id}.json`]);
  expect(readdirSync(join(world.folder, "archive", "inferno", ".claims"))).toEqual([]);
  expect(readdirSync(join(world.folder, ".tmp"))).toEqual([]);
});

test("nothing stays of a note once its message was read, whoever was faster", async () => {
  await using world = await fileWorld();
  const { id } = await send(world.store);
  const note = { state: "woken", by: "hook", at: new Date().toISOString() } as const;
  await world.store.mail.note("inferno", id, note);
  expect(readdirSync(join(world.folder, "delivery", "inferno"))).toEqual([`${id}.json`]);
  await readIds(world.store);
  await world.store.mail.note("inferno", id, note);
  expect(readdirSync(join(world.folder, "delivery", "inferno"))).toEqual([]);
});

test("nobody else on the machine may look: folders 0700, files 0600", async () => {
  await using world = await fileWorld();
  await world.store.pending.mark("inferno", await send(world.store));
  await world.store.status.set({ role: "storm", status: "done", task: "", updated: "" });
  await readIds(world.store);
  await send(world.store);
  await world.store.mail.take("inferno");
  await send(world.store);
  const entries = readdirSync(world.folder, { recursive: true, withFileTypes: true });
  expect(entries.length).toBeGreaterThan(40);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    expect(`${path} ${(lstatSync(path).mode & 0o777).toString(8)}`).toBe(`${path} ${entry.isFile() ? 600 : 700}`);
  }
  expect(lstatSync(world.folder).mode & 0o777).toBe(0o700);
});

test.for(["../x", "a/b", "", ".hidden", "Upper", "x".repeat(65)])(
  "a roster with the role %j makes no path",
  async (id) => {
    await using world = await fileWorld();
    const [role] = testRoster.roles;
    await expect(world.store.initialise({ ...testRoster, roles: [{ ...role, id } as never] })).rejects.toMatchObject({
      code: "bug",
    });
    writeFileSync(
      join(world.folder, "closed", "roster.json"),
      JSON.stringify({ ...testRoster, roles: [{ ...role, id }] }),
    );
    await expect(world.store.roster()).rejects.toMatchObject({ code: "store-damaged" });
  },
);
