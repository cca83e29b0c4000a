import { existsSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { AgentLaunch } from "#agent-cli/launch.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { insightFolder } from "#home/insight-folder.ts";
import type { Paths } from "#home/paths.ts";
import { repositoryFolders } from "./repository-folders.ts";
import { resolveLinks } from "./resolve-links.ts";

/** Input paths of the write policy, with symlinks resolved. */
export interface WritePaths {
  project: string;
  /** Folders outside the project that a commit writes to. */
  repository: string[];
  /** The role's own worktree, which it has instead of the project. */
  field?: string;
  ovldHome: string;
  session: string;
  /** The project's insight folder. */
  knowledge: string;
  /** Token and log of the HTTP API: with the token an agent could press keys in any pane. */
  server: string;
  /** Folders for the agent CLIs' own files and for temporary files. */
  shared: string[];
  /** `[sandbox] extra_write_paths` that are folders or do not exist yet. */
  extra: string[];
  files: string[];
}

export interface WritePathsOptions {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  project: string;
  paths: Pick<Paths, "home" | "knowledge" | "token">;
  sessionFolder: string;
  /** The agent CLIs of the army. */
  agents: readonly Pick<AgentLaunch, "ownPlaces">[];
  /** `[sandbox] extra_write_paths`. */
  extra: readonly string[];
  field?: { path: string; shared: string } | undefined;
  /** Replaces this machine's temporary folders. */
  temporary?: readonly string[];
}

export async function writePaths(options: WritePathsOptions): Promise<WritePaths> {
  const { platform, env, paths } = options;
  const home = absolute(env.HOME);
  if (home === undefined) throw new OvldError("no-home", {});
  const project = await resolveLinks(options.project);
  const { field } = options;
  const repository = field ? [field.shared] : await repositoryFolders(project, await resolveLinks(home), env);
  const place = field ? await resolveLinks(field.path) : project;
  const wished = options.extra.map((path) => resolve(path.replace(/^~(?=\/|$)/, () => home)));
  const kinds = await Promise.all(wished.map(kindOf));
  const own = options.agents.map((agent) => agent.ownPlaces({ platform, home, env }));
  const files = [...own.flatMap(({ files }) => files), ...wished.filter((_, index) => kinds[index] === "file")];
  const shared = await open(
    [
      ...(options.temporary ?? temporaryFolders(platform, env)),
      ...own.flatMap(({ folders }) => folders),
      join(home, ".npm", "_logs"),
      ...(await socketFolders(platform, env)),
      "/dev",
    ],
    [place, ...repository],
    platform,
  );
  const folders = wished.filter((_, index) => kinds[index] === "folder");
  return {
    project,
    repository,
    ...(field && { field: place }),
    ovldHome: await resolveLinks(paths.home),
    session: await resolveLinks(options.sessionFolder),
    knowledge: await insightFolderOf(project, paths.knowledge),
    server: await resolveLinks(dirname(paths.token)),
    shared,
    extra: await open(folders, [place, ...repository, ...shared], platform),
    files: await plainFiles(files),
  };
}

/** Armies of ovld 0.1 could write to the whole knowledge folder, so a link in it may be an agent's. */
async function insightFolderOf(project: string, knowledge: string): Promise<string> {
  const folder = join(await resolveLinks(knowledge), insightFolder(project));
  const found = await lstat(folder).catch(() => undefined);
  if (found?.isSymbolicLink()) throw new OvldError("store-damaged", { file: folder });
  return folder;
}

function temporaryFolders(platform: NodeJS.Platform, { TMPDIR }: NodeJS.ProcessEnv): string[] {
  const own = absolute(TMPDIR);
  const mac = platform === "darwin" ? ["/private/tmp", "/private/var/folders"] : [];
  return ["/tmp", "/var/tmp", ...mac, ...(own === undefined ? [] : [own])];
}

/** Every zellij command sets the mode of the socket folder, also a relay's command that types into a pane. */
async function socketFolders(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): Promise<string[]> {
  const own = absolute(env.ZELLIJ_SOCKET_DIR);
  if (own !== undefined) return [own];
  const runtime = platform === "darwin" ? undefined : absolute(env.XDG_RUNTIME_DIR);
  return runtime !== undefined && existsSync(runtime) ? [join(runtime, "zellij")] : [];
}

/**
 * Resolves symlinks, except below folders that agents may write: an agent could plant a symlink there to open its
 * target
 * for the next army. macOS has two names for some folders, so both are returned.
 */
async function open(folders: readonly string[], opened: readonly string[], platform: NodeJS.Platform) {
  const found: string[] = [];
  for (const folder of folders) {
    if ([...opened, ...found].some((outer) => folder === outer || folder.startsWith(`${outer}/`))) continue;
    found.push(...new Set([await resolveLinks(folder), ...(platform === "darwin" ? [folder] : [])]));
  }
  return found;
}

/** An agent can replace a writable file by a link, so a link is not followed. */
async function plainFiles(files: readonly string[]): Promise<string[]> {
  const kinds = await Promise.all(
    files.map(async (file) => (await lstat(file).catch(() => undefined))?.isSymbolicLink()),
  );
  const plain = files.filter((_, index) => kinds[index] !== true);
  return Promise.all(plain.map(async (file) => join(await resolveLinks(dirname(file)), basename(file))));
}

async function kindOf(path: string): Promise<"file" | "folder"> {
  const stats = await lstat(await resolveLinks(path)).catch(() => undefined);
  return stats && !stats.isDirectory() ? "file" : "folder";
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? resolve(path) : undefined;
}
