import {
  chmod,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  unlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "#base/clock.ts";
import { FORMAT } from "#base/format.ts";
import { temporaryFolder } from "#test/support/temporary-folder.ts";
import { resolvePaths, sessionPaths } from "./paths.ts";
import { openRegistry } from "./registry.ts";
import type { SessionEntry } from "./session-entry.ts";

function entry(name: string, directory = `/projects/${name}`): SessionEntry {
  return {
    name,
    directory,
    started: "2026-01-01T00:00:00.000Z",
    multiplexer: "zellij",
    formation: "overlord",
    roster: ["overlord", "inferno"],
    panes: { overlord: "terminal_0" },
  };
}

async function fixture() {
  const folder = await temporaryFolder();
  const paths = resolvePaths({ OVLD_HOME: join(folder.path, "home") });
  const damaged: string[] = [];
  const registry = openRegistry({ paths, clock: systemClock, onDamage: (_, keptAs) => damaged.push(keptAs) });
  return { folder, paths, registry, damaged, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

test("an added entry is listed by a later process, found by name, and private", async () => {
  await using w = await fixture();
  await w.registry.add(entry("ovld-a"));
  const later = openRegistry({ paths: w.paths, clock: systemClock });
  expect(await later.list()).toEqual([entry("ovld-a")]);
  expect(await later.find("ovld-a")).toEqual(entry("ovld-a"));
  expect(await later.find("ovld")).toBeUndefined();
  for (const file of [w.paths.registry, sessionPaths(w.paths, "ovld-a").record])
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(w.paths.home)).mode & 0o777).toBe(0o700);
});

test("reading an empty home creates nothing", async () => {
  await using w = await fixture();
  expect(await w.registry.list()).toEqual([]);
  expect(await readdir(w.folder.path)).toEqual([]);
});

test("finds an army by its directory through symlinks and trailing slashes, also when the directory is gone", async () => {
  await using w = await fixture();
  const project = join(w.folder.path, "プロジェクト");
  await mkdir(project);
  await symlink(project, join(w.folder.path, "link"));
  await w.registry.add(entry("ovld-a", project));
  for (const way of [project, `${project}/`, join(w.folder.path, "link"), `${join(w.folder.path, "link")}//`])
    expect((await w.registry.findByDirectory(way))?.name).toBe("ovld-a");
  expect(await w.registry.findByDirectory(w.folder.path)).toBeUndefined();
  await rm(project, { recursive: true });
  expect((await w.registry.findByDirectory(`${project}/`))?.name).toBe("ovld-a");
});

test("a name can be taken only once", async () => {
  await using w = await fixture();
  await w.registry.add(entry("ovld-a"));
  await expect(w.registry.add(entry("ovld-a", "/other"))).rejects.toMatchObject({
    code: "session-exists",
    exitStatus: 6,
  });
});

test("removal is complete and idempotent", async () => {
  await using w = await fixture();
  await w.registry.add(entry("ovld-a"));
  await w.registry.add(entry("ovld-b"));
  await w.registry.remove("ovld-a");
  await w.registry.remove("ovld-a");
  expect((await w.registry.list()).map(({ name }) => name)).toEqual(["ovld-b"]);
});

test.each(["", "{", "null", '{"sessions":[{"name":"x"}]}', "\u0000"])(
  "a damaged index (%j) is renamed and rebuilt from the records",
  async (damage) => {
    await using w = await fixture();
    await w.registry.add(entry("ovld-a"));
    await w.registry.add(entry("ovld-b"));
    await writeFile(w.paths.registry, damage);
    expect((await w.registry.list()).map(({ name }) => name)).toEqual(["ovld-a", "ovld-b"]);
    expect(w.damaged).toHaveLength(1);
    expect(await readFile(w.damaged[0] as string, "utf8")).toBe(damage);
    expect(JSON.parse(await readFile(w.paths.registry, "utf8")).sessions).toHaveLength(2);
  },
);

test("the index replaces a damaged record, and the records replace a lost index", async () => {
  await using w = await fixture();
  await w.registry.add(entry("ovld-a"));
  await writeFile(sessionPaths(w.paths, "ovld-a").record, "broken");
  expect(await w.registry.list()).toEqual([entry("ovld-a")]);
  await w.registry.add(entry("ovld-b"));
  await unlink(w.paths.registry);
  expect((await w.registry.list()).map(({ name }) => name)).toEqual(["ovld-b"]);
});

test("an army with a deleted folder is removed, and does not claim a later folder of its name", async () => {
  await using w = await fixture();
  await w.registry.add(entry("ovld-a"));
  const { folder } = sessionPaths(w.paths, "ovld-a");
  await rm(folder, { recursive: true });
  expect(await w.registry.list()).toEqual([]);
  await mkdir(folder);
  expect(await w.registry.list()).toEqual([]);
});

const summonedWith = { lang: "ja", rituals: true, formation: {}, autonomy: "ask", sandbox: "bubblewrap" } as const;

test("panes and conversations are recorded one by one", async () => {
  await using w = await fixture();
  await w.registry.add({ ...entry("ovld-a"), summonedWith });
  const id = "00000000-0000-4000-8000-000000000001";
  await w.registry.note("ovld-a", { panes: { inferno: "terminal_7" } });
  await w.registry.note("ovld-a", { conversations: { inferno: id } });
  await w.registry.note("ovld-none", { panes: {} });
  const noted = {
    ...entry("ovld-a"),
    summonedWith,
    panes: { overlord: "terminal_0", inferno: "terminal_7" },
    conversations: { inferno: id },
  };
  expect(await w.registry.list()).toEqual([noted]);
  expect(JSON.parse(await readFile(sessionPaths(w.paths, "ovld-a").record, "utf8"))).toEqual(noted);
});

test("an army stays recorded as resting through other changes, until it is resumed", async () => {
  await using w = await fixture();
  await w.registry.add(entry("ovld-a"));
  await w.registry.note("ovld-a", { isResting: true });
  await w.registry.note("ovld-a", { panes: { inferno: "terminal_7" } });
  expect(await w.registry.find("ovld-a")).toMatchObject({ isResting: true });
  await w.registry.note("ovld-a", { isResting: false });
  expect(await w.registry.find("ovld-a")).not.toHaveProperty("isResting");
});

test("permissions in a record are ignored, because agents can write it", async () => {
  await using w = await fixture();
  const told = { ...entry("ovld-a"), summonedWith, socketEnv: { TMUX_TMPDIR: "/run/mine" } };
  await w.registry.add(told);
  const { record } = sessionPaths(w.paths, "ovld-a");
  const socketEnv = { TMUX_TMPDIR: "/tmp/theirs" };
  const forged = {
    ...told,
    directory: "/",
    socketEnv,
    summonedWith: { ...summonedWith, autonomy: "full", sandbox: "none" },
  };
  await writeFile(record, JSON.stringify({ ...forged, panes: { inferno: "terminal_9" } }));
  expect(await w.registry.list()).toEqual([{ ...told, panes: { inferno: "terminal_9" } }]);
  await unlink(w.paths.registry);
  const [made] = await w.registry.list();
  expect(made?.summonedWith).toEqual({ ...summonedWith, autonomy: "ask", sandbox: "unknown" });
  expect(made).not.toHaveProperty("socketEnv");
});

test("a record of ovld 0.1 is read under its old field names", async () => {
  await using w = await fixture();
  const { socketEnv, ...told } = { ...entry("ovld-a"), summonedWith, socketEnv: { TMUX_TMPDIR: "/run/mine" } };
  await w.registry.add(told);
  const { summonedWith: terms, ...rest } = told;
  const { record } = sessionPaths(w.paths, "ovld-a");
  await writeFile(record, JSON.stringify({ ...rest, whereabouts: socketEnv, terms }));
  await unlink(w.paths.registry);
  expect((await w.registry.list())[0]).toMatchObject({ ...rest, summonedWith: terms });
});

test("while the index lists the army, only panes, conversations and rest come from the record", async () => {
  await using w = await fixture();
  await w.registry.add({ ...entry("ovld-a"), summonedWith });
  const forged = { multiplexer: "zellij", formation: "x", started: "2020-01-01T00:00:00.000Z", roster: ["other"] };
  const { record } = sessionPaths(w.paths, "ovld-a");
  await writeFile(record, JSON.stringify({ ...entry("ovld-a"), ...forged, isResting: true }));
  expect(await w.registry.list()).toEqual([{ ...entry("ovld-a"), summonedWith, isResting: true }]);
});

test("an army that was confined stays confined when the index is lost", async () => {
  await using w = await fixture();
  await w.registry.add({ ...entry("ovld-a"), summonedWith: { ...summonedWith, autonomy: "full" } });
  await unlink(w.paths.registry);
  expect((await w.registry.list())[0]?.summonedWith).toEqual({ ...summonedWith, autonomy: "ask" });
});

test.for(["../../x", "", "A"])("a record with the role %j is ignored", async (role) => {
  await using w = await fixture();
  await mkdir(sessionPaths(w.paths, "ovld-a").folder, { recursive: true });
  await writeFile(sessionPaths(w.paths, "ovld-a").record, JSON.stringify({ ...entry("ovld-a"), roster: [role] }));
  expect(await w.registry.list()).toEqual([]);
});

test("a record that is a symlink or too large is ignored", async () => {
  await using w = await fixture();
  await w.registry.add(entry("ovld-a"));
  await unlink(w.paths.registry);
  const { record } = sessionPaths(w.paths, "ovld-a");
  await rename(record, `${record}.moved`);
  await symlink(`${record}.moved`, record);
  expect(await w.registry.list()).toEqual([]);
  await unlink(record);
  await rename(`${record}.moved`, record);
  await truncate(record, 2 ** 31);
  expect(await w.registry.list()).toEqual([]);
});

test("files of a later format are refused with their names and stay unchanged", async () => {
  await using w = await fixture();
  await w.registry.add(entry("ovld-a"));
  for (const file of [sessionPaths(w.paths, "ovld-a").record, w.paths.registry]) {
    const text = JSON.stringify({ ...entry("ovld-a"), version: FORMAT + 1 });
    await writeFile(file, text);
    await expect(w.registry.list()).rejects.toMatchObject({ code: "file-newer", details: { file } });
    expect(await readFile(file, "utf8")).toBe(text);
  }
});

test("an unreadable registry throws and is not an empty list", async () => {
  await using w = await fixture();
  await mkdir(w.paths.registry, { recursive: true });
  await expect(w.registry.list()).rejects.toMatchObject({ code: "file-failed", exitStatus: 8 });
  await chmod(w.paths.registry, 0o700);
});

test("concurrent adds of 20 processes are all kept", async () => {
  await using w = await fixture();
  const names = Array.from({ length: 20 }, (_, n) => `ovld-${n}`);
  await Promise.all(names.map((name) => openRegistry({ paths: w.paths, clock: systemClock }).add(entry(name))));
  expect((await w.registry.list()).map(({ name }) => name).sort()).toEqual([...names].sort());
  expect((await readdir(w.paths.home)).sort()).toEqual(["registry.json", "sessions"]);
});
