import { type AgentCli, type Conversations, startDialogs } from "#agent-cli/agent-cli.ts";
import type { ScriptedPane } from "./scripted-pane.ts";
import { type ScriptedWaker, scriptedWaker } from "./scripted-waker.ts";

export interface ScriptedAgentCli extends AgentCli {
  readonly waker: ScriptedWaker;
  readonly observer: ScriptedWaker;
  readonly conversations: Conversations;
  /** Ids of conversations that can be resumed. */
  begun: Set<string>;
  /** The conversation that an agent reports, by role. */
  current: Map<string, string>;
}

/**
 * An agent CLI without a program. Its screen is one line: `> draft` is a composer, `asks <dialog>` a start question,
 * `limit …` a usage limit.
 */
export function scriptedAgentCli(): ScriptedAgentCli {
  const waker = scriptedWaker();
  const [begun, current] = [new Set<string>(), new Map<string, string>()];
  return {
    ...{ name: "scripted", waker, observer: waker, begun, current },
    argv: ({ settingsFile, conversation: { isBegun, id } = { isBegun: false, id: "" } }) => [
      ...(["agent", settingsFile] as const),
      ...(id === "" ? [] : [isBegun ? "--resume" : "--session-id", id]),
    ],
    mcpFile: (relay) => JSON.stringify(relay),
    settingsFile: () => "{}",
    files: () => [],
    composer({ screen }) {
      const draft = /^> (.*)$/m.exec(screen)?.[1];
      if (draft !== undefined) return draft === "" ? { state: "empty" } : { state: "draft", text: draft };
      return screen.startsWith("asks ") ? { state: "dialog" } : { state: "unreadable" };
    },
    limitOn: (screen) => /^limit .*$/m.exec(screen)?.[0],
    dialogOn: (screen) => startDialogs.find((dialog) => screen === `asks ${dialog}`),
    unanswered: async () => [],
    notifyChannels: async () => ({ channels: ["hooks", "typing"] }),
    conversations: {
      current: async ({ role }) => current.get(role),
      isBegun: async (id) => begun.has(id),
    },
  };
}

/** Program of an agent's pane: a composer that Enter empties. */
export function scriptedComposer(pane: ScriptedPane): void {
  let draft = "";
  pane.onInput = (text) => {
    draft = (draft + text).split("\r").at(-1) ?? "";
    pane.show(`> ${draft}`);
  };
  pane.show("> ");
}
