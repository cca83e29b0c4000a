/**
 * Differences between the lock file and package.json, as `npm ci` checks them; empty if there are none.
 * @param {Record<string, unknown>} manifest
 * @param {{ packages: Record<string, Record<string, unknown>> }} lock
 * @returns {string[]}
 */
export function lockMismatch(manifest, { packages }) {
  return ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"].flatMap((kind) => {
    const [wanted = {}, locked = {}] = [manifest, packages[""] ?? {}].map(
      (from) => /** @type {Names} */ (from[kind] ?? {}),
    );
    const names = [...new Set(Object.keys({ ...wanted, ...locked }))].sort();
    return names.flatMap((name) => {
      if (wanted[name] !== locked[name])
        return [
          `${name} is ${wanted[name] ?? "nothing"} in package.json and ${locked[name] ?? "nothing"} in package-lock.json`,
        ];
      return packages[`node_modules/${name}`] ? [] : [`${name} is missing in package-lock.json`];
    });
  });
}

/** @typedef {Record<string, string>} Names */
