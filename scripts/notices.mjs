import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Name, version, licence and licence text of every bundled package.
 * @param {readonly import("./bundled-packages.mjs").BundledPackage[]} packages
 */
export async function noticesFor(packages) {
  const parts = ["# Third-party notices", "", "The files in this folder contain code of these packages."];
  for (const each of packages) parts.push(await noticeOf(each));
  return `${parts.join("\n")}\n`;
}

/**
 * For each package without a licence text, a package of the same authors and licence that has one.
 * @type {Record<string, string>}
 */
const sameLicence = { "@hono/zod-openapi": "hono", "@hono/zod-validator": "hono" };

/** @param {import("./bundled-packages.mjs").BundledPackage} bundled */
async function noticeOf({ folder, name, version, license }) {
  const home = sameLicence[name] ? join("node_modules", sameLicence[name]) : folder;
  const file = (await readdir(home)).find((entry) => /^licen[sc]e/i.test(entry));
  if (!file) throw new Error(`${name} is bundled, but its package has no licence file`);
  const text = (await readFile(join(home, file), "utf8")).trim();
  return `\n## ${name} ${version} (${license})\n\n\`\`\`\n${text}\n\`\`\``;
}
