import { existsSync } from "node:fs";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { TemporaryArmy } from "#test/support/temporary-army.ts";

/** Agent CLIs are too large for devDependencies: `npm install --prefix <this folder> <package>@<version>`. */
const CACHE = process.env.OVLD_AGENTS ?? join(homedir(), ".cache", "ovld", "agents");
const program = join(CACHE, "node_modules", ".bin", "pi");

/** Reason to skip tests of the real program, or false. */
export const withoutPi: string | false = existsSync(program) ? false : "pi is not installed";

/** Makes `pi` the real CLI for an army, with a scripted Messages API as its only model. */
export async function installPi(
  { folder }: Pick<TemporaryArmy, "folder">,
  { model }: { model: string },
): Promise<Record<string, string>> {
  const own = join(folder, "pi");
  await mkdir(own);
  await symlink(program, join(folder, "bin", "pi"));
  const provider = { baseUrl: model, api: "anthropic-messages", apiKey: "x", models: [{ id: "m" }] };
  await writeFile(join(own, "models.json"), JSON.stringify({ providers: { scripted: provider } }));
  await writeFile(join(own, "settings.json"), JSON.stringify({ defaultProvider: "scripted", defaultModel: "m" }));
  return { PI_CODING_AGENT_DIR: own, PI_OFFLINE: "1" };
}
