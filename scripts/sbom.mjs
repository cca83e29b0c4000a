import { readFile } from "node:fs/promises";

/**
 * CycloneDX 1.6 SBOM of bundled packages, with the hashes of the lock file. Without serial number and timestamp, so
 * that it is reproducible.
 * @param {Awaited<ReturnType<typeof import("./bundled-packages.mjs").bundledPackages>>} bundled
 */
export async function sbomFor({ packages, used }) {
  const { name, version, license } = JSON.parse(await readFile("package.json", "utf8"));
  const lock = JSON.parse(await readFile("package-lock.json", "utf8")).packages;
  const own = purlOf({ name, version });
  const refs = new Map(packages.map((each) => [each.folder, purlOf(each)]));
  /** @param {string[]} folders */
  const refsOf = (folders) => [...new Set(folders.flatMap((folder) => refs.get(folder) ?? []))].sort();
  const listed = [...new Set(refs.values())].map((ref) => packages.filter((each) => purlOf(each) === ref));
  const sbom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      lifecycles: [{ phase: "build" }],
      component: { type: "application", "bom-ref": own, name, version, purl: own, licenses: licensesOf(license) },
    },
    components: listed.map((copies) => componentOf(copies, lock)),
    dependencies: [
      { ref: own, dependsOn: refsOf(used) },
      ...listed.map((copies) => ({
        ref: refs.get(copies[0]?.folder ?? ""),
        dependsOn: refsOf(copies.flatMap(({ uses }) => uses)),
      })),
    ],
  };
  return `${JSON.stringify(sbom, undefined, 2)}\n`;
}

/**
 * One version of a package, which may be installed in several folders.
 * @param {import("./bundled-packages.mjs").BundledPackage[]} copies
 * @param {Record<string, { version: string, integrity?: string } | undefined>} lock
 */
function componentOf(copies, lock) {
  const [{ folder, name, version, license }] = /** @type {[typeof copies[0] & {}]} */ (copies);
  const locked = lock[folder];
  if (locked?.version !== version || !locked.integrity)
    throw new Error(
      `${folder} is bundled as ${name} ${version}, but package-lock.json has no such package with a hash`,
    );
  const [group, bare] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const purl = purlOf({ name, version });
  return {
    type: "library",
    "bom-ref": purl,
    ...(group ? { group } : {}),
    name: bare,
    version,
    hashes: locked.integrity.split(" ").map(hashOf),
    licenses: licensesOf(license),
    purl,
    properties: copies.map((copy) => ({ name: "cdx:npm:package:path", value: copy.folder })),
  };
}

/** @param {{ name: string, version: string }} of */
function purlOf({ name, version }) {
  return `pkg:npm/${name.replace("@", "%40")}@${version}`;
}

/** @param {string} license */
function licensesOf(license) {
  return [/^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }];
}

/** @param {string} integrity e.g. `sha512-…` */
function hashOf(integrity) {
  const [algorithm = "", base64 = ""] = integrity.split(/-(.*)/s);
  return { alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(base64, "base64").toString("hex") };
}
