import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Name, version, licence and licence text of every package whose code is in the bundle.
 * @param {import("esbuild").Metafile} metafile
 */
export async function noticesFor(metafile) {
  const folders = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const at = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input);
    if (at) folders.add(at[1]);
  }
  const parts = ["# Third-party notices", "", "The files in this folder contain code of these packages."];
  for (const folder of [...folders].sort()) parts.push(await noticeOf(folder));
  return `${parts.join("\n")}\n`;
}

/** @param {string} folder */
async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const file = (await readdir(folder)).find((entry) => /^licen[sc]e/i.test(entry));
  if (!file) throw new Error(`${name} is bundled, but its package has no licence file`);
  const text = (await readFile(join(folder, file), "utf8")).trim();
  return `\n## ${name} ${version} (${license})\n\n\`\`\`\n${text}\n\`\`\``;
}
