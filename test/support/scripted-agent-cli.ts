import type { AgentCli } from "#agent-cli/agent-cli.ts";
import type { AgentPaths } from "#agent-cli/agent-paths.ts";
import { startDialogs } from "#agent-cli/questions.ts";
import { nothingUsed } from "#mail/budget.ts";
import type { ScriptedPane } from "./scripted-pane.ts";
import { type ScriptedWaker, scriptedWaker } from "./scripted-waker.ts";

export interface ScriptedAgentCli extends AgentCli {
  readonly waker: ScriptedWaker;
  readonly observer: ScriptedWaker;
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
    ...{ waker, observer: waker, begun, current, cannot: [] },
    argv: ({ paths, conversation: { isBegun, id } = { isBegun: false, id: "" } }) => [
      ...(["agent", settingsFile(paths)] as const),
      ...(id === "" ? [] : [isBegun ? "--resume" : "--session-id", id]),
    ],
    files: ({ paths, relay }) => [
      { path: `${paths.relay}/mcp/${paths.role}.json`, content: JSON.stringify(relay) },
      { path: settingsFile(paths), content: "{}" },
    ],
    ownPlaces: () => ({ folders: [], files: [] }),
    screen: {
      composer({ screen }) {
        const draft = /^> (.*)$/m.exec(screen)?.[1];
        if (draft !== undefined) return draft === "" ? { state: "empty" } : { state: "draft", text: draft };
        return screen.startsWith("asks ") ? { state: "dialog" } : { state: "unreadable" };
      },
      limitOn: (screen) => /^limit .*$/m.exec(screen)?.[0],
      dialogOn: (screen) => startDialogs.find((dialog) => screen === `asks ${dialog}`),
    },
    meter: () => async () => nothingUsed,
    transcript: () => ({ callIn: () => undefined, look: async () => undefined }),
    unanswered: async () => [],
    notifyChannels: async () => ({ channels: ["hooks", "typing"] }),
    conversations: () => ({
      current: async ({ role }) => current.get(role),
      isBegun: async (id) => begun.has(id),
    }),
  };
}

function settingsFile({ role, folder }: AgentPaths): string {
  return `${folder}/settings/${role}.json`;
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
