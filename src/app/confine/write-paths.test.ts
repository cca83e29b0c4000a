import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownPlaces } from "#agent-cli/claude/own-places.ts";
import { run } from "#base/run.ts";
import { insightFolder } from "#home/insight-folder.ts";
import { resolvePaths } from "#home/paths.ts";
import { without } from "#test/support/programs.ts";
import { type WritePathsOptions, writePaths } from "./write-paths.ts";

const HOME = "/missing/誰か";
const options: WritePathsOptions = {
  platform: "linux",
  env: { HOME, PATH: process.env.PATH },
  project: "/missing/app",
  paths: resolvePaths({ HOME }),
  sessionFolder: `${HOME}/.config/ovld/sessions/ovld-app`,
  agents: [{ ownPlaces }],
  extra: [],
};

/** A fixture without an open temporary folder, because symlinks in open folders are not followed. */
async function fixture() {
  const path = await realpath(await mkdtemp(join(tmpdir(), "ovld-paths-")));
  for (const name of ["home", "app", "other"]) await mkdir(join(path, name));
  const at = (...names: string[]) => join(path, ...names);
  const env = { ...options.env, HOME: at("home"), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CEILING_DIRECTORIES: path };
  return {
    at,
    options: { ...options, env, project: at("app"), temporary: [] },
    git: (folder: string, ...args: string[]) =>
      run("git", ["-C", at(folder), "-c", "user.name=m", "-c", "user.email=m@e", ...args], { env, timeLimit: 20_000 }),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  };
}

test("Linux: temporary folders, Claude's own, npm's logs and devices", async () => {
  expect(await writePaths(options)).toEqual({
    project: "/missing/app",
    repository: [],
    ovldHome: `${HOME}/.config/ovld`,
    session: `${HOME}/.config/ovld/sessions/ovld-app`,
    knowledge: `${HOME}/.config/ovld/knowledge/${insightFolder("/missing/app")}`,
    server: `${HOME}/.config/ovld/server`,
    shared: [
      ...["/tmp", "/var/tmp", `${HOME}/.claude`, `${HOME}/.cache/claude`, `${HOME}/.cache/claude-cli-nodejs`],
      ...[`${HOME}/.npm/_logs`, "/dev"],
    ],
    extra: [],
    files: [`${HOME}/.claude.json`],
  });
});

test("each project has its own insight folder, and a symlink in its place is refused", async () => {
  expect(new Set(["/a/app", "/b/app", "/a/.."].map(insightFolder)).size).toBe(3);
  for (const name of ["/", "/x/日本 語", `/x/${"n".repeat(300)}`])
    expect(insightFolder(name)).toMatch(/^[\w-]{17,57}$/);
  await using path = await fixture();
  const paths = resolvePaths({ OVLD_HOME: path.at("home") });
  await mkdir(paths.knowledge);
  await symlink(path.at("other"), join(paths.knowledge, insightFolder(path.at("app"))));
  await expect(writePaths({ ...path.options, paths })).rejects.toMatchObject({ code: "store-damaged" });
});

test("macOS: temporary folders and cache of macOS", async () => {
  const { shared } = await writePaths({ ...options, platform: "darwin" });
  expect(shared).toEqual([
    ...["/tmp", "/var/tmp", "/private/tmp", "/private/var/folders", `${HOME}/.claude`],
    ...[`${HOME}/Library/Caches/claude-cli-nodejs`, `${HOME}/.npm/_logs`, "/dev"],
  ]);
});

test("the environment overrides the cache, Claude's folder with its file, and the temporary folder", async () => {
  const env = { ...options.env, XDG_CACHE_HOME: "/c", CLAUDE_CONFIG_DIR: "/claude", TMPDIR: "/missing/tmp/" };
  const { shared, files } = await writePaths({ ...options, env });
  expect(shared).toEqual(expect.arrayContaining(["/c/claude", "/c/claude-cli-nodejs", "/claude", "/missing/tmp"]));
  expect(shared).not.toContain(`${HOME}/.claude`);
  expect(files).toEqual([]);
});

test("the folder of zellij's sockets is open, because a relay types into panes", async () => {
  await using w = await fixture();
  const shared = async (env: object) =>
    (await writePaths({ ...w.options, env: { ...w.options.env, ...env } })).shared.filter((path) =>
      /zellij|^\/z/.test(path),
    );
  expect(await shared({ XDG_RUNTIME_DIR: w.at("other") })).toEqual([w.at("other", "zellij")]);
  expect(await shared({ XDG_RUNTIME_DIR: w.at("other"), ZELLIJ_SOCKET_DIR: "/z" })).toEqual(["/z"]);
  expect(await shared({ XDG_RUNTIME_DIR: w.at("gone") })).toEqual([]);
});

test("extra paths: ~ is expanded, files and folders are distinguished", async () => {
  await using w = await fixture();
  await writeFile(w.at("home", "notes.txt"), "");
  const extra = ["~/new", "~", "~/notes.txt", w.at("other")];
  const paths = await writePaths({ ...w.options, extra });
  expect(paths.extra).toEqual([w.at("home", "new"), w.at("home"), w.at("other")]);
  expect(paths.files).toEqual([w.at("home", ".claude.json"), w.at("home", "notes.txt")]);
});

test("symlinks are resolved; macOS keeps both names", async () => {
  await using w = await fixture();
  await symlink(w.at("app"), w.at("link"));
  await symlink(w.at("other"), w.at("home", ".claude"));
  const linked = { ...w.options, project: w.at("link") };
  expect(await writePaths(linked)).toMatchObject({ project: w.at("app") });
  const [linux, mac] = await Promise.all([writePaths(linked), writePaths({ ...linked, platform: "darwin" })]);
  expect(linux.shared).toContain(w.at("other"));
  expect(linux.shared).not.toContain(w.at("home", ".claude"));
  expect(mac.shared).toEqual(expect.arrayContaining([w.at("other"), w.at("home", ".claude")]));
});

test("a symlink that an agent could have created opens nothing", async () => {
  await using w = await fixture();
  await symlink(w.at("home"), w.at("app", "build"));
  await symlink(w.at("home", ".bashrc"), w.at("home", ".claude.json"));
  await symlink(w.at("home"), w.at("app", "tmp"));
  const env = { ...w.options.env, TMPDIR: w.at("app", "tmp") };
  const paths = await writePaths({ ...w.options, env, extra: [w.at("app", "build")] });
  expect(paths).toMatchObject({ extra: [], files: [] });
  expect(paths.shared).not.toContain(w.at("home"));
});

const skip = without("git");

test.skipIf(skip)("without a repository, or with one that git refuses, only the project is open", async () => {
  await using w = await fixture();
  expect((await writePaths(w.options)).repository).toEqual([]);
  expect((await writePaths({ ...w.options, env: { ...w.options.env, PATH: "/nowhere" } })).repository).toEqual([]);
});

test.skipIf(skip)("for a subfolder of a repository the root is open", async () => {
  await using w = await fixture();
  await w.git("app", "init", "-q");
  await mkdir(w.at("app", "packages", "日本"), { recursive: true });
  expect((await writePaths(w.options)).repository).toEqual([]);
  const part = { ...w.options, project: w.at("app", "packages", "日本") };
  expect((await writePaths(part)).repository).toEqual([w.at("app")]);
});

test.skipIf(skip)("for a worktree the main repository is open", async () => {
  await using w = await fixture();
  await w.git("other", "init", "-q");
  await w.git("other", "commit", "-qm", "one", "--allow-empty");
  await w.git("other", "worktree", "add", "-q", w.at("app", "tree"));
  const tree = { ...w.options, project: w.at("app", "tree") };
  expect((await writePaths(tree)).repository).toEqual([w.at("other")]);
  await mkdir(w.at("app", "tree", "part"));
  const part = { ...w.options, project: w.at("app", "tree", "part") };
  expect((await writePaths(part)).repository).toEqual([w.at("app", "tree"), w.at("other")]);
});

test.skipIf(skip)("for a submodule its data in the outer repository is open", async () => {
  await using w = await fixture();
  await w.git("other", "init", "-q");
  await w.git("other", "commit", "-qm", "one", "--allow-empty");
  await w.git("app", "init", "-q");
  await w.git("app", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", w.at("other"), "sub");
  const sub = { ...w.options, project: w.at("app", "sub") };
  expect((await writePaths(sub)).repository).toEqual([w.at("app", ".git", "modules", "sub")]);
});

test.skipIf(skip)("a project cannot point at a repository or folder of another user", async () => {
  await using w = await fixture();
  await w.git("other", "init", "-q");
  await w.git("other", "commit", "-qm", "one", "--allow-empty");
  await writeFile(w.at("app", ".git"), `gitdir: ${w.at("other", ".git")}\n`);
  expect((await writePaths(w.options)).repository).toEqual([]);

  await w.git("other", "worktree", "add", "-q", w.at("tree"));
  await writeFile(w.at("app", ".git"), `gitdir: ${w.at("other", ".git", "worktrees", "tree")}\n`);
  expect((await writePaths(w.options)).repository).toEqual([]);

  await rm(w.at("app", ".git"));
  await mkdir(w.at("app", "fake"));
  for (const [name, text] of [
    ["commondir", w.at("other", ".git")],
    ["gitdir", w.at("app", ".git")],
    ["HEAD", "ref: refs/heads/x"],
  ] as const)
    await writeFile(w.at("app", "fake", name), `${text}\n`);
  await writeFile(w.at("app", ".git"), `gitdir: ${w.at("app", "fake")}\n`);
  expect((await writePaths(w.options)).repository).toEqual([]);

  await rm(w.at("app", ".git"));
  await w.git("app", "init", "-q");
  await w.git("app", "config", "core.worktree", w.at());
  expect((await writePaths(w.options)).repository).toEqual([]);
});

test.skipIf(skip)("a nested repository cannot open the outer one", async () => {
  await using w = await fixture();
  await w.git("app", "init", "-q");
  await mkdir(w.at("app", "inner"));
  await w.git("app/inner", "init", "-q");
  await w.git("app/inner", "config", "core.worktree", w.at("app"));
  expect((await writePaths({ ...w.options, project: w.at("app", "inner") })).repository).toEqual([]);
});

test.skipIf(skip)("a home folder under version control is not opened as a whole", async () => {
  await using w = await fixture();
  await w.git("home", "init", "-q");
  await mkdir(w.at("home", "app"));
  const env = { ...w.options.env, GIT_CEILING_DIRECTORIES: "" };
  const { repository } = await writePaths({ ...w.options, env, project: w.at("home", "app") });
  expect(repository).toEqual([w.at("home", ".git")]);
});

test("without HOME no path below it is open", async () => {
  await expect(writePaths({ ...options, env: { HOME: "not/absolute" } })).rejects.toMatchObject({ code: "no-home" });
});
