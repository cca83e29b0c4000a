import { isAbsolute, join, resolve } from "node:path";
import type { HomeContext, OwnPlaces } from "#agent-cli/launch.ts";

/** pi keeps settings, logins and programs that it downloads in one folder. */
export function ownPlaces({ home, env }: HomeContext): OwnPlaces {
  const own = env.PI_CODING_AGENT_DIR;
  const folder = own !== undefined && isAbsolute(own) ? resolve(own) : join(home, ".pi");
  return { folders: [folder], files: [] };
}
