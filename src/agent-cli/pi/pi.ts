import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentCli } from "#agent-cli/agent-cli.ts";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { exchangePaths } from "#agent-cli/exchange/exchange-paths.ts";
import { conversationFile } from "./conversation-file.ts";
import type { ExtensionSetup } from "./extension/extension.ts";
import { AUTONOMY } from "./extension/permission.ts";
import { ownPlaces } from "./own-places.ts";
import { piSenses } from "./senses.ts";

export interface PiOptions {
  program: string;
  /** The extension as a program, beside the bundle. */
  extension?: string;
}

/** pi has no MCP and asks no permission: an extension of ovld gives it the relay's tools, and asks. */
export function pi({
  program,
  extension = fileURLToPath(new URL("pi-extension.js", import.meta.url)),
}: PiOptions): AgentCli {
  return {
    ...piSenses(),
    cannot: ["tell-limit-end", "tell-start-questions"],
    argv: ({ paths, model, autonomy, ritual, conversation }) => [
      program,
      ...["--extension", extensionFile(paths)],
      ...[`--${AUTONOMY}`, autonomy],
      ...(model === undefined ? [] : ["--model", model]),
      // pi creates a missing file, and continues an existing one.
      ...(conversation ? ["--session", conversationFile(paths, conversation.id)] : []),
      ...(ritual === undefined ? [] : ["--append-system-prompt", ritual]),
    ],
    files({ paths, relay, lang, ritual }) {
      const setup: ExtensionSetup = { paths, relay, lang, ritual };
      const lines = [
        `import { ovldExtension } from ${JSON.stringify(extension)};`,
        `export default ovldExtension(${JSON.stringify(setup, null, 2)});`,
      ];
      return [
        { path: extensionFile(paths), content: `${lines.join("\n")}\n` },
        { path: exchangePaths(paths).mood, content: "starting\n" },
      ];
    },
    ownPlaces,
    // pi trusts every folder. Whether it has a login depends on its providers.
    unanswered: async () => [],
    notifyChannels: async () => ({ channels: ["mod", "typing"] }),
  };
}

function extensionFile({ role, folder }: AgentPaths): string {
  return join(folder, "settings", `${role}.pi.ts`);
}
