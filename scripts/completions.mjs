import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The file name that each shell looks for. */
const FILES = { bash: "ovld.bash", zsh: "_ovld", fish: "ovld.fish" };

/**
 * Writes the output of `ovld completions` for each shell, in English, for packagers.
 * @param {string} folder
 */
export async function writeCompletions(folder) {
  await mkdir(folder, { recursive: true });
  for (const [shell, name] of Object.entries(FILES)) {
    const script = execFileSync(process.execPath, ["dist/main.cjs", "completions", shell, "--lang", "en"]);
    await writeFile(join(folder, name), script);
  }
}
