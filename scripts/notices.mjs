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

/**
 * Packages that came without their licence's text, and one of the same authors under the same licence that has it.
 * @type {Record<string, string>}
 */
const sameLicence = { "@hono/zod-openapi": "hono", "@hono/zod-validator": "hono", "yoga-layout": "react" };

/** @param {string} folder */
async function noticeOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const home = sameLicence[name] ? join("node_modules", sameLicence[name]) : folder;
  const file = (await readdir(home)).find((entry) => /^licen[sc]e/i.test(entry));
  if (!file) throw new Error(`${name} is bundled, but its package has no licence file`);
  const text = (await readFile(join(home, file), "utf8")).trim();
  return `\n## ${name} ${version} (${license})\n\n\`\`\`\n${text}\n\`\`\``;
}
