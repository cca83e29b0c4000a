import { lstatSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FORMAT } from "#base/format.ts";
import { USER } from "#mail/message.ts";
import { readIds, send, testRoster } from "#store/store-fixture.contract.ts";
import { verifies } from "#test/support/verifies.ts";
import { fileFixture } from "./file-fixture.contract.ts";

const roles = testRoster.roles.map(({ id }) => id);

verifies("relay:message", "all fields are in one JSON file of the recipient's inbox", async () => {
  await using fixture = await fileFixture();
  const parent = await send(fixture.store, { to: "storm" });
  const message = await send(fixture.store, { subject: "task done", body: "…", thread: parent.id, parent: parent.id });
  const { id, from, to, subject, body, priority, timestamp, thread } = message;
  expect(readdirSync(join(fixture.folder, "inbox", "inferno"))).toEqual([`${id}.json`]);
  const text = readFileSync(join(fixture.folder, "inbox", "inferno", `${id}.json`), "utf8");
  const fields = { from, to, subject, body, priority, timestamp, id, thread, parent: parent.id, state: "queued" };
  expect(JSON.parse(text)).toEqual(fields);
  expect(Object.keys(JSON.parse(text)).slice(0, 6)).toEqual(Object.keys(fields).slice(0, 6));
});

verifies("relay:init", "an inbox and an initial status for every role, and a location for marks", async () => {
  await using fixture = await fileFixture();
  expect(readdirSync(join(fixture.folder, "inbox")).toSorted()).toEqual([...roles, USER].toSorted());
  for (const role of roles) {
    expect(readdirSync(join(fixture.folder, "inbox", role))).toEqual([]);
    const status = JSON.parse(readFileSync(join(fixture.folder, "status", `${role}.json`), "utf8"));
    expect(status).toEqual({ role, status: "idle", task: "", updated: expect.stringMatching(/^\d{4}-.*Z$/) });
  }
  expect(readdirSync(join(fixture.folder, "pending"))).toEqual([]);
  expect(readdirSync(join(fixture.folder, "mcp"))).toEqual([]);
  expect(JSON.parse(readFileSync(join(fixture.folder, "closed", "roster.json"), "utf8"))).toEqual({
    version: FORMAT,
    ...testRoster,
  });
});

verifies("relay:cleanup", "inbox, status, pending and all other parts of the store are removed", async () => {
  await using fixture = await fileFixture();
  await fixture.store.pending.mark("inferno", await send(fixture.store));
  await readIds(fixture.store);
  writeFileSync(join(fixture.folder, "mcp", "inferno.json"), "{}");
  await fixture.store.clean();
  expect(readdirSync(join(fixture.folder, ".."))).toEqual([]);
});

test("a read message is in the archive under its own name, and no other file of it is left", async () => {
  await using fixture = await fileFixture();
  const { id } = await send(fixture.store);
  await readIds(fixture.store);
  expect(readdirSync(join(fixture.folder, "inbox", "inferno"))).toEqual([]);
  const part = id.slice(0, 5);
  expect(readdirSync(join(fixture.folder, "archive", "inferno")).toSorted()).toEqual([".claims", part]);
  expect(readdirSync(join(fixture.folder, "archive", "inferno", part))).toEqual([`${id}.json`]);
  expect(readdirSync(join(fixture.folder, "archive", "inferno", ".claims"))).toEqual([]);
  expect(readdirSync(join(fixture.folder, ".tmp"))).toEqual([]);
});

test("no note stays once its message was read, in either order of writer and reader", async () => {
  await using fixture = await fileFixture();
  const { id } = await send(fixture.store);
  const note = { state: "woken", by: "hook", at: new Date().toISOString() } as const;
  await fixture.store.mail.note("inferno", id, note);
  expect(readdirSync(join(fixture.folder, "delivery", "inferno"))).toEqual([`${id}.json`]);
  await readIds(fixture.store);
  await fixture.store.mail.note("inferno", id, note);
  expect(readdirSync(join(fixture.folder, "delivery", "inferno"))).toEqual([]);
});

test("other users have no access: folders 0700, files 0600", async () => {
  await using fixture = await fileFixture();
  await fixture.store.pending.mark("inferno", await send(fixture.store));
  await fixture.store.status.set({ role: "storm", status: "done", task: "", updated: "" });
  await readIds(fixture.store);
  await send(fixture.store);
  await fixture.store.mail.take("inferno");
  await send(fixture.store);
  const entries = readdirSync(fixture.folder, { recursive: true, withFileTypes: true });
  expect(entries.length).toBeGreaterThan(40);
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name);
    expect(`${path} ${(lstatSync(path).mode & 0o777).toString(8)}`).toBe(`${path} ${entry.isFile() ? 600 : 700}`);
  }
  expect(lstatSync(fixture.folder).mode & 0o777).toBe(0o700);
});

test.for(["../x", "a/b", "", ".hidden", "Upper", "x".repeat(65)])(
  "a roster with the role %j is refused before any path is built",
  async (id) => {
    await using fixture = await fileFixture();
    const [role] = testRoster.roles;
    await expect(fixture.store.initialise({ ...testRoster, roles: [{ ...role, id } as never] })).rejects.toMatchObject({
      code: "bug",
    });
    writeFileSync(
      join(fixture.folder, "closed", "roster.json"),
      JSON.stringify({ ...testRoster, roles: [{ ...role, id }] }),
    );
    await expect(fixture.store.roster()).rejects.toMatchObject({ code: "store-damaged" });
  },
);
