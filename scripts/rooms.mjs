// Allowed imports of each folder of src/. Patterns are globs below src/; a folder that is not listed may not be
// imported.
const ground = ["errors/**", "base/**"];
const ports = ["store/*.ts", "multiplexer/*.ts", "agent-cli/*.ts", "sandbox/*.ts", "source-control/*.ts"];
const domain = ["mail/**", "army/**"];
/** The only part of the domain that a port may import: message and roster. */
const messages = ["mail/message.ts", "mail/message-id.ts", "mail/roster.ts"];
const NO_NODE = {
  group: ["node:*", "node:*/**", "!node:crypto"],
  message: "The domain computes, and does not use Node: use a port.",
};
const NO_SYSTEM = {
  group: ["#base/files.ts", "#base/run.ts", "#base/lock.ts", "#base/log.ts"],
  message: "The domain does not touch the system: use a port.",
};

/** @typedef {{ imports: string[], without?: { group: string[], message: string }[] }} Room */

/** @type {Record<string, Room>} */
export const rooms = {
  "errors/**": { imports: ["errors/**"] },
  "base/**": { imports: ["errors/**"] },
  "i18n/**": { imports: ["errors/**", "base/text-width.ts"] },
  "home/**": { imports: [...ground, "home/**"] },
  "config/**": { imports: [...ground, "home/paths.ts", "agent-cli/kinds.ts", "config/**"] },
  "mail/**": { imports: [...ground, "mail/**", ...ports], without: [NO_NODE, NO_SYSTEM] },
  "army/**": { imports: [...ground, "home/session-entry.ts", ...domain, ...ports], without: [NO_NODE, NO_SYSTEM] },
  "app/**": { imports: [...ground, "config/**", "home/**", ...domain, ...ports, "app/**"] },
  ...port("store", ["files", "memory"]),
  ...port("multiplexer", ["zellij", "tmux"]),
  ...port("sandbox", ["seatbelt", "bubblewrap", "none"]),
  ...port("agent-cli", ["claude", "pi"], ["exchange"]),
  ...port("source-control", ["git"]),
  "cli/**": {
    imports: [...ground, "i18n/**", "config/**", "home/**", ...domain, ...ports, "app/**", "cli/**", "wire.ts"],
  },
  "relay/**": { imports: [...ground, "config/**", "home/**", ...domain, ...ports, "app/**", "relay/**"] },
  // After "relay/**", so that this rule applies: the protocol knows nothing of mail.
  "relay/protocol/**": { imports: [...ground, "relay/protocol/**"] },
  "api/**": { imports: [...ground, "i18n/**", "config/**", "home/**", ...domain, ...ports, "app/**", "api/**"] },
  "tui/**": { imports: [...ground, "i18n/**", ...domain, ...ports, "app/**", "tui/**"] },
  "tmux-manager/**": {
    imports: [...ground, "config/**", "home/**", "multiplexer/*.ts", "multiplexer/tmux/**", "tmux-manager/**"],
  },
  "build/**": { imports: ["base/**"] },
  "demo/**": { imports: [...ground, "i18n/**", "demo/**"] },
};

/**
 * A port imports the ground; an adapter also imports its own port and what its seam shares, never another adapter.
 * @param {string} name
 * @param {string[]} adapters
 * @param {string[]} shared Folders that the adapters share.
 * @returns {Record<string, Room>}
 */
function port(name, adapters, shared = []) {
  const own = [...ground, ...messages, `${name}/*.ts`];
  const common = [...own, ...shared.map((folder) => `${name}/${folder}/**`)];
  const entries = [
    ...shared.map((folder) => [`${name}/${folder}/**`, { imports: common }]),
    ...adapters.map((adapter) => [`${name}/${adapter}/**`, { imports: [...common, `${name}/${adapter}/**`] }]),
  ];
  return Object.fromEntries([[`${name}/*.ts`, { imports: own }], ...entries]);
}
