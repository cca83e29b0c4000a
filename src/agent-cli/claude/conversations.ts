import { join } from "node:path";
import { currentConversation } from "#agent-cli/exchange/current-conversation.ts";
import { beginningOf } from "#agent-cli/exchange/transcripts.ts";
import type { Conversations } from "#agent-cli/launch.ts";
import { namesIn } from "#base/files.ts";
import { RELAY } from "./relay-name.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Claude Code stores each conversation as `projects/<project>/<id>.jsonl`, from its first message on. */
export function claudeConversations(env: Environment): Conversations {
  const projects = join(env.CLAUDE_CONFIG_DIR || join(env.HOME ?? "/", ".claude"), "projects");
  return {
    current: currentConversation,
    async isBegun(id) {
      // The folder name of a project differs by version, but an id is unique.
      const files = (await namesIn(projects)).map((folder) => join(projects, folder, `${id}.jsonl`));
      return (await Promise.all(files.map(canGoOn))).includes(true);
    },
  };
}

/** Bytes that contain the first request of a conversation. */
const BEGINNING = 1024 * 1024;
const LACKS_RELAY = new RegExp(`"failedMcpServers":\\[[^\\]]*"name":"${RELAY}"`);

/**
 * Claude Code keeps the tools of a conversation's first request, also after a resume. A conversation that began without
 * its relay would never get the relay's tools.
 */
async function canGoOn(file: string): Promise<boolean> {
  const text = await beginningOf(file, BEGINNING);
  return text !== "" && (text.includes(`mcp__${RELAY}__`) || !LACKS_RELAY.test(text));
}
