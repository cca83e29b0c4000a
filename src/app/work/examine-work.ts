import { readdirSync } from "node:fs";
import { resolveLinks } from "#app/confine/resolve-links.ts";
import type { Services } from "#app/services.ts";
import { armiesWith, BRANCHES } from "#army/field-names.ts";
import type { Formation } from "#army/formation.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { resolvePaths, sessionPaths } from "#home/paths.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { chooseSandbox } from "#sandbox/choose-sandbox.ts";
import { isInside } from "#sandbox/folder-rules.ts";
import type { FieldObstacle, Repository, SourceControl } from "#source-control/source-control.ts";

/** The repository for fields of a new army; absent if all roles work in the project. */
export interface Ground {
  repository?: Repository;
  /** Why `auto` chose the project itself. */
  obstacle?: FieldObstacle;
  /** Names of armies whose branches exist: a new army of that name would continue their work. */
  armies: readonly string[];
}

/** Decides whether a new army has fields; throws if they are requested and impossible. */
export async function examineWork(
  config: Config,
  formation: Formation,
  directory: string,
  services: Services,
): Promise<Ground> {
  const { work } = config;
  if (work.isolation === "shared") return { armies: [] };
  const source = await services.adapters.openSourceControl(services.env);
  const obstacleNow = obstacleIn(config, formation, services);
  const found = obstacleNow
    ? { obstacle: obstacleNow }
    : await beside(resolvePaths(services.env).home, await source.examine(directory));
  if (!("obstacle" in found))
    return { repository: found, armies: armiesWith(await source.branches(found.top, BRANCHES)) };
  const { obstacle } = found;
  if (work.isolation === "worktree") throw new OvldError("field-impossible", { directory, obstacle });
  return { obstacle, armies: [] };
}

/** Throws if the fields of an earlier army would now be used in a sandbox. */
export function requireFieldsAllowed({ directory, fields }: SessionEntry, config: Config, services: Services): void {
  if (fields && isSandboxed(config, services))
    throw new OvldError("field-impossible", { directory, obstacle: "sandboxed" });
}

function obstacleIn(config: Config, { roles }: Formation, services: Services): FieldObstacle | undefined {
  if (!roles.some(({ field }) => field)) return "no-role";
  return isSandboxed(config, services) ? "sandboxed" : undefined;
}

/**
 * A confined agent can write the repository's settings. ovld's own git, which runs outside of the sandbox, would start
 * the filters that they name.
 */
function isSandboxed({ sandbox }: Config, { platform }: Services): boolean {
  return chooseSandbox({ platform, configured: sandbox.engine }).engine !== "none";
}

type Found = Awaited<ReturnType<SourceControl["examine"]>>;

/** Worktrees inside of the repository's own working tree would be untracked files there. */
async function beside(home: string, found: Found): Promise<Found> {
  if ("obstacle" in found || !isInside(await resolveLinks(home), found.top)) return found;
  return { obstacle: "around-home" };
}

/** Roles of a planned army that have a worktree of their own. */
export function rolesInFields({ repository }: Ground, { roles }: Formation, again: SessionEntry | undefined): string[] {
  if (again) return Object.keys(again.fields?.slots ?? {});
  return repository ? roles.filter(({ field }) => field).map(({ id }) => id) : [];
}

/** Whether an unsummoned army left fields in its folder. */
export function hasKeptWork(session: string, env: Services["env"]): boolean {
  const { work } = sessionPaths(resolvePaths(env), session);
  try {
    return readdirSync(work).length > 0;
  } catch {
    return false;
  }
}
