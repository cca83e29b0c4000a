import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { Metafile } from "esbuild";
import { expect, test } from "vitest";
import * as z from "zod";
import { bundledPackages } from "../../scripts/bundled-packages.mjs";
import { lockMismatch } from "../../scripts/lock-mismatch.mjs";
import { sbomFor } from "../../scripts/sbom.mjs";

const execute = promisify(execFile);
const json = async (file: string) => JSON.parse(await readFile(file, "utf8"));

/** The parts of CycloneDX 1.6 that we write, as its schema has them. */
const licenses = z.tuple([
  z.union([
    z.strictObject({ license: z.strictObject({ id: z.string() }) }),
    z.strictObject({ expression: z.string() }),
  ]),
]);
const purl = z.string().regex(/^pkg:npm\/(%40[a-z\d-]+\/)?[a-z\d.-]+@\d+\.\d+\.\d+$/);
const component = z.strictObject({
  type: z.literal("library"),
  "bom-ref": purl,
  group: z.string().startsWith("@").optional(),
  name: z.string().regex(/^[a-z\d.-]+$/),
  version: z.string(),
  hashes: z.array(z.strictObject({ alg: z.literal("SHA-512"), content: z.string().regex(/^[\da-f]{128}$/) })).length(1),
  licenses,
  purl,
  properties: z.array(z.strictObject({ name: z.literal("cdx:npm:package:path"), value: z.string() })).min(1),
});
const bom = z.strictObject({
  $schema: z.literal("http://cyclonedx.org/schema/bom-1.6.schema.json"),
  bomFormat: z.literal("CycloneDX"),
  specVersion: z.literal("1.6"),
  version: z.literal(1),
  metadata: z.strictObject({
    lifecycles: z.tuple([z.strictObject({ phase: z.literal("build") })]),
    component: z.strictObject({
      type: z.literal("application"),
      "bom-ref": purl,
      name: z.literal("ovld"),
      version: z.string(),
      purl,
      licenses,
    }),
  }),
  components: z.array(component),
  dependencies: z.array(z.strictObject({ ref: purl, dependsOn: z.array(purl) })),
});

test("the SBOM has every package whose code is in dist, with version, licence and hash, and no other", async () => {
  const { components, dependencies, metadata } = bom.parse(await json("dist/sbom.cdx.json"));
  const { outputs } = (await json("dist/metafile.json")) as Metafile;
  const bytes = new Map<string, number>();
  for (const { inputs } of Object.values(outputs))
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const at = input.lastIndexOf("node_modules/");
      if (at === -1) continue;
      const words = input.slice(at).split("/");
      const folder = `${input.slice(0, at)}${words.slice(0, words[1]?.startsWith("@") ? 3 : 2).join("/")}`;
      bytes.set(folder, (bytes.get(folder) ?? 0) + bytesInOutput);
    }
  const bundled = [...bytes].filter(([, count]) => count > 0).map(([folder]) => folder);
  expect(bundled).toEqual(expect.arrayContaining(["node_modules/hono", "node_modules/ws", "node_modules/zod"]));
  expect(components.flatMap(({ properties }) => properties.map(({ value }) => value)).sort()).toEqual(bundled.sort());
  const { packages } = await json("package-lock.json");
  for (const { properties, group, name, version, hashes, licenses, purl } of components) {
    const folder = properties[0]?.value ?? "";
    const manifest = await json(`${folder}/package.json`);
    const full = group ? `${group}/${name}` : name;
    expect([full, version, licenses]).toEqual([
      manifest.name,
      manifest.version,
      [{ license: { id: manifest.license } }],
    ]);
    expect(purl).toBe(`pkg:npm/${full.replace("@", "%40")}@${version}`);
    const integrity = `sha512-${Buffer.from(hashes[0]?.content ?? "", "hex").toString("base64")}`;
    expect(integrity, full).toBe(packages[folder].integrity);
  }
  const refs = [metadata.component["bom-ref"], ...components.map((each) => each["bom-ref"])];
  expect(new Set(refs).size).toBe(refs.length);
  expect(dependencies.map(({ ref }) => ref)).toEqual(refs);
  const reached = new Set(refs.slice(0, 1));
  for (const ref of reached)
    for (const next of dependencies.find((each) => each.ref === ref)?.dependsOn ?? []) reached.add(next);
  expect([...reached].sort()).toEqual([...refs].sort());
});

test("the SBOM is reproducible, is published, and names the packages of the notices", async () => {
  const text = await readFile("dist/sbom.cdx.json", "utf8");
  expect(await sbomFor(await bundledPackages(await json("dist/metafile.json")))).toBe(text);
  const { stdout } = await execute("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"]);
  expect(stdout).toContain('"dist/sbom.cdx.json"');
  const notices = await readFile("dist/THIRD_PARTY_NOTICES.md", "utf8");
  const named = [...notices.matchAll(/^## (\S+) (\S+) \(/gm)].map(([, name, version]) => `${name}@${version}`);
  const listed = bom.parse(JSON.parse(text)).components.map(({ purl }) => purl.slice("pkg:npm/".length));
  expect(listed.map((each) => each.replace("%40", "@"))).toEqual(named);
});

test("a version in two folders is one component with both folders", async () => {
  const metafile = (await json("dist/metafile.json")) as Metafile;
  const { packages, used } = await bundledPackages(metafile);
  const [first, ...others] = packages;
  if (!first) throw new Error("nothing is bundled");
  const copy = { ...first, folder: `${others[0]?.folder}/${first.folder}` };
  const { components, dependencies } = bom.parse(JSON.parse(await sbomFor({ packages: [...packages, copy], used })));
  expect(components).toHaveLength(packages.length);
  expect(dependencies).toHaveLength(packages.length + 1);
  expect(components[0]?.properties.map(({ value }) => value)).toEqual([first.folder, copy.folder]);
});

/** A registry with these advisories by package; without the argument it refuses advisory requests. */
async function registry(advisories?: Record<string, { severity: string; title: string }[]>) {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      if (!advisories || !request.url?.endsWith("/advisories/bulk")) return response.writeHead(405).end();
      const known = Object.entries(advisories).map(([name, list], at) => [
        name,
        list.map((each, index) => ({ id: 10 * at + index, url: "https://a.test", vulnerable_versions: "*", ...each })),
      ]);
      return response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify(Object.fromEntries(known)));
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.asyncDispose]: () => new Promise<void>((done) => server.close(() => done())),
  };
}

async function audit(url: string): Promise<{ code: number; stdout: string }> {
  const env = { ...process.env, npm_config_registry: url };
  return execute(process.execPath, ["scripts/audit.mjs"], { env }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout }) => ({ code, stdout }),
  );
}

test("the audit fails only for a serious advisory on a bundled version", async () => {
  const serious = { severity: "high", title: "lets anyone in" };
  const small = { severity: "moderate", title: "is slow" };
  await using none = await registry({});
  expect(await audit(none.url)).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^audit: no known advisory for the \d+ bundled packages\n$/),
  });
  await using bad = await registry({ hono: [serious], ws: [small], vitest: [{ ...serious, severity: "critical" }] });
  const { code, stdout } = await audit(bad.url);
  expect(code).toBe(1);
  expect(stdout.trimEnd().split("\n").sort()).toEqual([
    expect.stringMatching(/^audit: pkg:npm\/hono@[\d.]+: high: lets anyone in https:\/\/a\.test$/),
    expect.stringMatching(/^audit: pkg:npm\/ws@[\d.]+: moderate: is slow https:\/\/a\.test$/),
  ]);
  await using slight = await registry({ ws: [small] });
  expect((await audit(slight.url)).code).toBe(0);
});

test("without an answer of the registry the audit reports that in one line, and does not fail", async () => {
  const said = {
    code: 0,
    stdout: expect.stringMatching(/^audit: not checked, the registry gives no advisories \(.+\)\n$/),
  };
  const refusing = await registry();
  expect(await audit(refusing.url)).toEqual(said);
  await refusing[Symbol.asyncDispose]();
  expect(await audit(refusing.url)).toEqual(said);
});

test("a lock file that contradicts package.json is refused", async () => {
  const [manifest, lock] = [await json("package.json"), await json("package-lock.json")];
  expect(lockMismatch(manifest, lock)).toEqual([]);
  const changed = (devDependencies: object) => ({
    ...manifest,
    devDependencies: { ...manifest.devDependencies, ...devDependencies },
  });
  expect(lockMismatch(changed({ hono: "0.0.1" }), lock)).toEqual([
    `hono is 0.0.1 in package.json and ${manifest.devDependencies.hono} in package-lock.json`,
  ]);
  expect(lockMismatch(changed({ "left-pad": "1.3.0" }), lock)).toEqual([
    "left-pad is 1.3.0 in package.json and nothing in package-lock.json",
  ]);
  expect(lockMismatch({ ...manifest, dependencies: { zod: "4.0.0" } }, lock)).toHaveLength(1);
  const { "node_modules/ws": _, ...packages } = lock.packages;
  expect(lockMismatch(manifest, { ...lock, packages })).toEqual(["ws is missing in package-lock.json"]);
});

test("the set-up builds a fixed version of zellij", async () => {
  const script = await readFile("scripts/bring-zellij.mjs", "utf8");
  expect(script).toMatch(/^export const ZELLIJ_VERSION = "\d+\.\d+\.\d+";$/m);
  expect(script).toContain('["install", "--locked", "--force", "--version", ZELLIJ_VERSION,');
});
