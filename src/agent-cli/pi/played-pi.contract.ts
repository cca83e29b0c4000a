import type { PiApi, PiContext, PiEvents, PiTool } from "./extension/pi-api.ts";

interface State {
  file: string | undefined;
  isIdle: boolean;
}

/** pi's extension API, whose events a test plays as pi 0.74 sends them. */
export function playedPi(flags: Readonly<Record<string, unknown>> = {}) {
  const handlers = new Map<string, ((event: never, context: PiContext) => unknown)[]>();
  const state: State = { file: undefined, isIdle: true };
  const [said, questions, answers, tools] = [[], [], [], []] as [string[], string[], Promise<unknown>[], PiTool[]];
  let allow = (_: boolean) => {};
  let aborts = 0;
  const context: PiContext = {
    hasUI: true,
    ui: {
      confirm(title) {
        questions.push(title);
        return new Promise((done) => {
          allow = done;
        });
      },
    },
    sessionManager: { getSessionFile: () => state.file },
    isIdle: () => state.isIdle,
    abort: () => void aborts++,
  };
  const api: PiApi = {
    on(event, handler) {
      handlers.set(event, [...(handlers.get(event) ?? []), handler]);
    },
    registerTool: (tool) => void tools.push(tool),
    registerFlag() {},
    getFlag: (name) => flags[name],
    sendUserMessage: (text) => void said.push(text),
  };
  const fire = async <E extends keyof PiEvents>(event: E, content: PiEvents[E], change: Partial<State> = {}) => {
    Object.assign(state, change);
    const results: unknown[] = [];
    for (const handler of handlers.get(event) ?? []) results.push(await handler(content as never, context));
    return results.find((result) => result !== undefined);
  };
  return {
    ...{ api, said, questions, answers, tools, fire },
    aborts: () => aborts,
    allow: (isAllowed: boolean) => allow(isAllowed),
    /** Ends what the extension has started. */
    async end(): Promise<void> {
      allow(false);
      await Promise.all(answers);
      await fire("session_shutdown", { reason: "reload" });
    },
  };
}
