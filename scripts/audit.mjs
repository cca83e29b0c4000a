// `npm run audit`: queries the registry for advisories on bundled package versions. High or critical severity fails; an
// unreachable registry does not.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

/** @typedef {{ title: string, url: string, severity: string }} Advisory */

const { components } = JSON.parse(readFileSync("dist/sbom.cdx.json", "utf8"));
/** @typedef {{ purl: string, properties: { value: string }[] }} Component */
/** @type {Map<string, string>} */
const bundled = new Map(
  components.flatMap((/** @type {Component} */ { purl, properties }) => properties.map(({ value }) => [value, purl])),
);

const report = npmAudit();
if (!report.vulnerabilities) {
  say(`audit: not checked, the registry gives no advisories (${report.message ?? "npm audit failed"})`);
} else {
  const found = Object.values(report.vulnerabilities).flatMap(advisoriesOf);
  for (const { purl, severity, title, url } of found) say(`audit: ${purl}: ${severity}: ${title} ${url}`);
  const isBad = found.some(({ severity }) => severity === "high" || severity === "critical");
  if (found.length === 0) say(`audit: no known advisory for the ${components.length} bundled packages`);
  process.exitCode = isBad ? 1 : 0;
}

/**
 * Uses npm for the registry, its proxies and version ranges. npm reports on every package of the lock file.
 * @returns {{ message?: string, vulnerabilities?: Record<string, { nodes: string[], via: (string | Advisory)[] }> }}
 */
function npmAudit() {
  const args = ["audit", "--json", "--package-lock-only", "--fetch-retries=0", "--fetch-timeout=20000"];
  const { stdout } = spawnSync("npm", args, { encoding: "utf8", timeout: 120_000 });
  try {
    return JSON.parse(stdout) ?? {};
  } catch {
    return {};
  }
}

/**
 * Advisories of a bundled package itself; a string in `via` names another affected package.
 * @param {{ nodes: string[], via: (string | Advisory)[] }} vulnerability
 */
function advisoriesOf({ nodes, via }) {
  const purls = nodes.flatMap((node) => bundled.get(node) ?? []);
  const advisories = via.filter((each) => typeof each !== "string");
  return purls.flatMap((purl) => advisories.map((advisory) => ({ purl, ...advisory })));
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}
