import { isAbsolute, join, resolve } from "node:path";
import type { HomeContext, OwnPlaces } from "#agent-cli/launch.ts";

/** Claude Code keeps logs in `claude-cli-nodejs` and downloads in `claude`; the folder of its programs stays closed. */
export function ownPlaces({ platform, home, env }: HomeContext): OwnPlaces {
  const cache = absolute(env.XDG_CACHE_HOME) ?? join(home, ".cache");
  const caches =
    platform === "darwin"
      ? [join(home, "Library", "Caches", "claude-cli-nodejs")]
      : [join(cache, "claude"), join(cache, "claude-cli-nodejs")];
  const config = absolute(env.CLAUDE_CONFIG_DIR);
  return {
    folders: [config ?? join(home, ".claude"), ...caches],
    // With CLAUDE_CONFIG_DIR, Claude Code keeps this file in that folder.
    files: config === undefined ? [join(home, ".claude.json")] : [],
  };
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? resolve(path) : undefined;
}
