import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FORMAT } from "#base/format.ts";
import { newMessage, readIds, send } from "#store/store-fixture.contract.ts";
import { type FileFixture, fileFixture } from "./file-fixture.contract.ts";

const good = (id: string) => ({
  ...{ id, from: "storm", to: "inferno", subject: "", body: "", priority: "normal", timestamp: "", thread: id },
  state: "queued",
});

const damages: [name: string, plant: (file: string, id: string) => void][] = [
  ["nothing", (file) => writeFileSync(file, "")],
  ["half of its JSON", (file, id) => writeFileSync(file, JSON.stringify(good(id)).slice(0, 40))],
  ["JSON that is no message", (file) => writeFileSync(file, "[]")],
  ["a wrong priority", (file, id) => writeFileSync(file, JSON.stringify({ ...good(id), priority: "high" }))],
  ["no body", (file, id) => writeFileSync(file, JSON.stringify({ ...good(id), body: undefined }))],
  ["another id", (file, id) => writeFileSync(file, JSON.stringify(good(`${id}x`)))],
  ["another recipient", (file, id) => writeFileSync(file, JSON.stringify({ ...good(id), to: "glacier" }))],
  ["bytes that are not UTF-8", (file) => writeFileSync(file, Buffer.from([0x7b, 0xff, 0xfe, 0x7d]))],
  ["3 MiB", (file, id) => writeFileSync(file, JSON.stringify(good(id)) + " ".repeat(3 * 1024 * 1024))],
  ["a link", (file) => symlinkSync("/etc/passwd", file)],
  ["a folder", (file) => mkdirSync(file)],
  ["a FIFO that would block its reader", (file) => void execFileSync("mkfifo", [file])],
];

test.for(damages)("a message file with %s is moved to quarantine, and the rest is delivered", async ([_, plant]) => {
  await using fixture = await fileFixture();
  const before = await send(fixture.store);
  const id = await fixture.store.mail.nextId();
  const name = `${id}.json`;
  plant(join(inbox(fixture), name), id);
  const after = await send(fixture.store);

  expect((await fixture.store.mail.unread("inferno")).map((message) => message.id)).toEqual([before.id, after.id]);
  expect(readdirSync(inbox(fixture))).toHaveLength(3);
  expect(await readIds(fixture.store)).toEqual([before.id, after.id]);
  expect(readdirSync(inbox(fixture))).toEqual([]);
  const aside = readdirSync(join(fixture.folder, "quarantine", "inferno"));
  expect(aside).toEqual([expect.stringContaining(name)]);
  expect(fixture.logged).toEqual([expect.objectContaining({ event: "file-quarantined", role: "inferno" })]);
  expect(await fixture.store.mail.countUnread("inferno")).toBe(0);
});

const replacements: [name: string, replace: (folder: string) => void][] = [
  ["a link", (folder) => symlinkSync("/etc", folder)],
  ["a file", (folder) => writeFileSync(folder, "")],
];

test.for(
  ["inbox", "archive", "delivery"].flatMap((part) => replacements.map(([name, replace]) => ({ part, name, replace }))),
)("$name in the place of one role's $part hides no mail of the others", async ({ part, replace }) => {
  await using fixture = await fileFixture();
  await send(fixture.store);
  const { id } = await send(fixture.store, { to: "glacier" });
  await fixture.store.mail.digest({ newest: 9 });
  const folder = join(fixture.folder, part, "inferno");
  if (existsSync(folder)) renameSync(folder, `${folder}.away`);
  replace(folder);
  expect((await fixture.store.mail.all()).map((message) => message.id)).toEqual([id]);
  expect((await fixture.store.mail.digest({ newest: 9 })).newest.map((head) => head.id)).toEqual([id]);
  const signal = AbortSignal.timeout(60_000);
  for await (const _ of fixture.store.mail.watch({ signal })) break;
  expect(fixture.logged).toContainEqual(expect.objectContaining({ event: "role-damaged", role: "inferno" }));
});

test.for(replacements)("%s in the place of a role's quarantine hides nothing else", async ([, replace]) => {
  await using fixture = await fileFixture();
  const { id } = await send(fixture.store);
  writeFileSync(join(inbox(fixture), "no message"), "{");
  writeFileSync(join(fixture.folder, "status", "inferno.json"), "{");
  const folder = join(fixture.folder, "quarantine", "inferno");
  renameSync(folder, `${folder}.away`);
  replace(folder);
  expect((await fixture.store.status.all()).map(({ role }) => role)).toContain("glacier");
  expect(await readIds(fixture.store)).toEqual([id]);
});

test("quarantine keeps the bytes of a file", async () => {
  await using fixture = await fileFixture();
  const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
  writeFileSync(join(inbox(fixture), "00000000000000000000000000.json"), bytes);
  writeFileSync(join(inbox(fixture), "notes.txt"), "foreign");
  expect(await readIds(fixture.store)).toEqual([]);
  const folder = join(fixture.folder, "quarantine", "inferno");
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  expect(kept).toEqual([bytes, Buffer.from("foreign")]);
});

test("hidden files in an inbox are neither shown nor touched", async () => {
  await using fixture = await fileFixture();
  writeFileSync(join(inbox(fixture), ".something.json"), "{");
  expect(await readIds(fixture.store)).toEqual([]);
  expect(await fixture.store.mail.countUnread("inferno")).toBe(0);
  expect(readdirSync(inbox(fixture))).toEqual([".something.json"]);
});

test("put refuses a message that could not be read back", async () => {
  await using fixture = await fileFixture();
  const huge = send(fixture.store, { body: "x".repeat(2 * 1024 * 1024) });
  await expect(huge).rejects.toMatchObject({ code: "body-too-long" });
  const shapeless = { ...(await newMessage(fixture.store)), subject: undefined } as never;
  await expect(fixture.store.mail.put(shapeless)).rejects.toMatchObject({ code: "bug" });
  expect(await fixture.store.mail.all()).toEqual([]);
});

test.for(["inbox/inferno", "inbox", "archive/inferno", "archive/inferno/.claims", ".tmp"])(
  "a symlink in place of %s is not followed",
  async (part) => {
    await using fixture = await fileFixture();
    const elsewhere = join(fixture.folder, "..", "elsewhere");
    mkdirSync(join(elsewhere, "inferno", ".claims"), { recursive: true });
    const { id } = await send(fixture.store);
    renameSync(join(fixture.folder, part), join(fixture.folder, "..", "moved"));
    symlinkSync(elsewhere, join(fixture.folder, part));
    const damaged = { code: "store-damaged", details: { file: join(fixture.folder, part) }, exitStatus: 8 };
    if (part === ".tmp" || part.startsWith("inbox")) await expect(send(fixture.store)).rejects.toMatchObject(damaged);
    if (part !== ".tmp") await expect(fixture.store.mail.take("inferno")).rejects.toMatchObject(damaged);
    await expect(fixture.store.initialise(await fixture.store.roster())).rejects.toMatchObject(damaged);
    expect(readdirSync(elsewhere, { recursive: true }).toSorted()).toEqual(["inferno", "inferno/.claims"]);
    expect(id).toBeDefined();
  },
);

test("links in place of a status, a mark and the clock are not followed", async () => {
  await using fixture = await fileFixture();
  const victim = join(fixture.folder, "..", "victim");
  writeFileSync(victim, '{"role":"inferno","status":"done","task":"forged","updated":"","newest":"z","senders":[]}');
  const before = readFileSync(victim, "utf8");
  for (const [part, folder] of [
    ["inferno.json", "status"],
    ["inferno", "pending"],
    [".clock", ""],
  ] as const) {
    const path = join(fixture.folder, folder, part);
    execFileSync("rm", ["-f", path]);
    symlinkSync(victim, path);
  }
  expect(await fixture.store.status.get("inferno")).toMatchObject({ status: "idle" });
  expect(await fixture.store.pending.read("inferno")).toBeUndefined();
  await fixture.store.status.set({ role: "inferno", status: "working", task: "x", updated: "" });
  const message = await send(fixture.store);
  await fixture.store.pending.mark("inferno", message);
  expect(await fixture.store.status.get("inferno")).toMatchObject({ status: "working" });
  expect(await fixture.store.pending.read("inferno")).toEqual({ newest: message.id, senders: ["overlord"] });
  expect(readFileSync(victim, "utf8")).toBe(before);
});

test("symlinks and FIFOs in place of counts are neither followed nor waited for", async () => {
  await using fixture = await fileFixture();
  const victim = join(fixture.folder, "..", "victim");
  writeFileSync(victim, "12345");
  symlinkSync(victim, join(fixture.folder, "counts", "inferno.starts"));
  execFileSync("mkfifo", [join(fixture.folder, "counts", "storm.starts")]);
  for (const role of ["inferno", "storm"])
    await expect(fixture.store.counts.add(role, "starts")).rejects.toMatchObject({ code: "file-failed" });
  expect(await fixture.store.counts.all("starts")).toMatchObject({ inferno: 0, storm: 0 });
  expect(readFileSync(victim, "utf8")).toBe("12345");
});

test("a damaged roster is an error", async () => {
  await using fixture = await fileFixture();
  writeFileSync(join(fixture.folder, "closed", "roster.json"), "{}");
  await expect(fixture.store.roster()).rejects.toMatchObject({ code: "store-damaged" });
});

test("a removed folder is made again", async () => {
  await using fixture = await fileFixture();
  await send(fixture.store, { to: "storm" });
  execFileSync("rm", ["-r", inbox(fixture), join(fixture.folder, ".tmp"), join(fixture.folder, ".clock")]);
  const { id } = await send(fixture.store);
  expect(await readIds(fixture.store)).toEqual([id]);
});

test("a store folder replaced by a symlink to another army's store is refused, and the other store is unchanged", async () => {
  await using fixture = await fileFixture();
  await using other = await fileFixture();
  const { id } = await send(other.store);
  renameSync(fixture.folder, `${fixture.folder}-old`);
  symlinkSync(other.folder, fixture.folder);
  const damaged = { code: "store-damaged" };
  await expect(send(fixture.store)).rejects.toMatchObject(damaged);
  await expect(fixture.store.roster()).rejects.toMatchObject(damaged);
  await expect(fixture.store.clean()).rejects.toMatchObject(damaged);
  expect(await readIds(other.store)).toEqual([id]);
});

test("a roster of a later format is refused with its file name", async () => {
  await using fixture = await fileFixture();
  const file = join(fixture.folder, "closed", "roster.json");
  writeFileSync(file, JSON.stringify({ version: FORMAT + 1 }));
  await expect(fixture.store.roster()).rejects.toMatchObject({ code: "file-newer", details: { file } });
});

function inbox(fixture: FileFixture): string {
  return join(fixture.folder, "inbox", "inferno");
}
