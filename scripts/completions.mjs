import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Under the names by which each shell looks for them. */
const FILES = { bash: "ovld.bash", zsh: "_ovld", fish: "ovld.fish" };

/**
 * Writes what `ovld completions` prints for each shell, in English, for whoever installs the package.
 * @param {string} folder
 */
export async function writeCompletions(folder) {
  await mkdir(folder, { recursive: true });
  for (const [shell, name] of Object.entries(FILES)) {
    const script = execFileSync(process.execPath, ["dist/main.js", "completions", shell, "--lang", "en"]);
    await writeFile(join(folder, name), script);
  }
}
