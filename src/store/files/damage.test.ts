import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FORMAT } from "#base/format.ts";
import { newMessage, readIds, send } from "#store/store-world.contract.ts";
import { type FileWorld, fileWorld } from "./file-world.contract.ts";

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
  ["a pipe that would hold its reader", (file) => void execFileSync("mkfifo", [file])],
];

test.for(damages)("a message file with %s is set aside, and the rest is delivered", async ([_, plant]) => {
  await using world = await fileWorld();
  const before = await send(world.store);
  const id = await world.store.mail.nextId();
  const name = `${id}.json`;
  plant(join(inbox(world), name), id);
  const after = await send(world.store);

  expect((await world.store.mail.unread("inferno")).map((message) => message.id)).toEqual([before.id, after.id]);
  expect(readdirSync(inbox(world))).toHaveLength(3);
  expect(await readIds(world.store)).toEqual([before.id, after.id]);
  expect(readdirSync(inbox(world))).toEqual([]);
  const aside = readdirSync(join(world.folder, "quarantine", "inferno"));
  expect(aside).toEqual([expect.stringContaining(name)]);
  expect(world.logged).toEqual([expect.objectContaining({ event: "file-quarantined", role: "inferno" })]);
  expect(await world.store.mail.countUnread("inferno")).toBe(0);
});

const replacements: [name: string, replace: (folder: string) => void][] = [
  ["a link", (folder) => symlinkSync("/etc", folder)],
  ["a file", (folder) => writeFileSync(folder, "")],
];

test.for(
  ["inbox", "archive", "delivery"].flatMap((part) => replacements.map(([name, replace]) => ({ part, name, replace }))),
)("$name in the place of one role's $part hides no mail of the others", async ({ part, replace }) => {
  await using world = await fileWorld();
  await send(world.store);
  const { id } = await send(world.store, { to: "glacier" });
  await world.store.mail.digest({ newest: 9 });
  const folder = join(world.folder, part, "inferno");
  if (existsSync(folder)) renameSync(folder, `${folder}.away`);
  replace(folder);
  expect((await world.store.mail.all()).map((message) => message.id)).toEqual([id]);
  expect((await world.store.mail.digest({ newest: 9 })).newest.map((head) => head.id)).toEqual([id]);
  const signal = AbortSignal.timeout(60_000);
  for await (const _ of world.store.mail.watch({ signal })) break;
  expect(world.logged).toContainEqual(expect.objectContaining({ event: "role-damaged", role: "inferno" }));
});

test.for(replacements)("%s in the place of a role's quarantine hides nothing else", async ([, replace]) => {
  await using world = await fileWorld();
  const { id } = await send(world.store);
  writeFileSync(join(inbox(world), "no message"), "{");
  writeFileSync(join(world.folder, "status", "inferno.json"), "{");
  const folder = join(world.folder, "quarantine", "inferno");
  renameSync(folder, `${folder}.away`);
  replace(folder);
  expect((await world.store.status.all()).map(({ role }) => role)).toContain("glacier");
  expect(await readIds(world.store)).toEqual([id]);
});

test("the bytes of what is set aside are kept", async () => {
  await using world = await fileWorld();
  const bytes = Buffer.from([0x7b, 0xff, 0x00, 0x7d]);
  writeFileSync(join(inbox(world), "00000000000000000000000000.json"), bytes);
  writeFileSync(join(inbox(world), "notes.txt"), "a stranger's");
  expect(await readIds(world.store)).toEqual([]);
  const folder = join(world.folder, "quarantine", "inferno");
  const kept = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  expect(kept).toEqual([bytes, Buffer.from("a stranger's")]);
});

test("hidden files in an inbox are neither shown nor touched", async () => {
  await using world = await fileWorld();
  writeFileSync(join(inbox(world), ".something.json"), "{");
  expect(await readIds(world.store)).toEqual([]);
  expect(await world.store.mail.countUnread("inferno")).toBe(0);
  expect(readdirSync(inbox(world))).toEqual([".something.json"]);
});

test("what put would not be able to read back is refused", async () => {
  await using world = await fileWorld();
  const huge = send(world.store, { body: "x".repeat(2 * 1024 * 1024) });
  await expect(huge).rejects.toMatchObject({ code: "body-too-long" });
  const shapeless = { ...(await newMessage(world.store)), subject: undefined } as never;
  await expect(world.store.mail.put(shapeless)).rejects.toMatchObject({ code: "bug" });
  expect(await world.store.mail.all()).toEqual([]);
});

test.for(["inbox/inferno", "inbox", "archive/inferno", "archive/inferno/.claims", ".tmp"])(
  "a link planted in place of %s is not followed",
  async (part) => {
    await using world = await fileWorld();
    const elsewhere = join(world.folder, "..", "elsewhere");
    mkdirSync(join(elsewhere, "inferno", ".claims"), { recursive: true });
    const { id } = await send(world.store);
    renameSync(join(world.folder, part), join(world.folder, "..", "moved"));
    symlinkSync(elsewhere, join(world.folder, part));
    const damaged = { code: "store-damaged", details: { file: join(world.folder, part) }, exitStatus: 8 };
    if (part === ".tmp" || part.startsWith("inbox")) await expect(send(world.store)).rejects.toMatchObject(damaged);
    if (part !== ".tmp") await expect(world.store.mail.take("inferno")).rejects.toMatchObject(damaged);
    await expect(world.store.initialise(await world.store.roster())).rejects.toMatchObject(damaged);
    expect(readdirSync(elsewhere, { recursive: true }).toSorted()).toEqual(["inferno", "inferno/.claims"]);
    expect(id).toBeDefined();
  },
);

test("links in place of a status, a mark and the clock are not followed", async () => {
  await using world = await fileWorld();
  const victim = join(world.folder, "..", "victim");
  writeFileSync(victim, '{"role":"inferno","status":"done","task":"forged","updated":"","newest":"z","senders":[]}');
  const before = readFileSync(victim, "utf8");
  for (const [part, folder] of [
    ["inferno.json", "status"],
    ["inferno", "pending"],
    [".clock", ""],
  ] as const) {
    const path = join(world.folder, folder, part);
    execFileSync("rm", ["-f", path]);
    symlinkSync(victim, path);
  }
  expect(await world.store.status.get("inferno")).toMatchObject({ status: "idle" });
  expect(await world.store.pending.read("inferno")).toBeUndefined();
  await world.store.status.set({ role: "inferno", status: "working", task: "x", updated: "" });
  const message = await send(world.store);
  await world.store.pending.mark("inferno", message);
  expect(await world.store.status.get("inferno")).toMatchObject({ status: "working" });
  expect(await world.store.pending.read("inferno")).toEqual({ newest: message.id, senders: ["overlord"] });
  expect(readFileSync(victim, "utf8")).toBe(before);
});

test("a damaged roster is told, not guessed at", async () => {
  await using world = await fileWorld();
  writeFileSync(join(world.folder, "closed", "roster.json"), "{}");
  await expect(world.store.roster()).rejects.toMatchObject({ code: "store-damaged" });
});

test("a folder that somebody removed is made again", async () => {
  await using world = await fileWorld();
  await send(world.store, { to: "storm" });
  execFileSync("rm", ["-r", inbox(world), join(world.folder, ".tmp"), join(world.folder, ".clock")]);
  const { id } = await send(world.store);
  expect(await readIds(world.store)).toEqual([id]);
});

test("a store whose folder was replaced by a link to another army's is refused, and the other one is left alone", async () => {
  await using world = await fileWorld();
  await using other = await fileWorld();
  const { id } = await send(other.store);
  renameSync(world.folder, `${world.folder}-old`);
  symlinkSync(other.folder, world.folder);
  const damaged = { code: "store-damaged" };
  await expect(send(world.store)).rejects.toMatchObject(damaged);
  await expect(world.store.roster()).rejects.toMatchObject(damaged);
  await expect(world.store.clean()).rejects.toMatchObject(damaged);
  expect(await readIds(other.store)).toEqual([id]);
});

test("a roster of a later format is refused by its name", async () => {
  await using world = await fileWorld();
  const file = join(world.folder, "closed", "roster.json");
  writeFileSync(file, JSON.stringify({ version: FORMAT + 1 }));
  await expect(world.store.roster()).rejects.toMatchObject({ code: "file-newer", details: { file } });
});

function inbox(world: FileWorld): string {
  return join(world.folder, "inbox", "inferno");
}
