import { existsSync } from "node:fs";
import { currentConversation } from "#agent-cli/exchange/current-conversation.ts";
import type { Conversations } from "#agent-cli/launch.ts";
import { conversationFile } from "./conversation-file.ts";

/** pi writes a conversation's file with the first answer. */
export function piConversations(): Conversations {
  return {
    current: currentConversation,
    isBegun: async (id, paths) => existsSync(conversationFile(paths, id)),
  };
}
