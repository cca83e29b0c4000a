/** The part of Claude Code's interface for mods that is used here (2.1.287 and newer, early access). */
export interface Engine {
  env: { get(name: "OVLD_MOD_SOCKET"): Promise<string | undefined> };
  http: { fetch(url: string, init: FetchInit): Promise<{ status: number; text: string }> };
  clock: { sleep(milliseconds: number): Promise<void> };
  prompt: { submit(prompt: { text: string }): Promise<{ drop?: string | undefined }> };
}

interface FetchInit {
  method?: "POST";
  body?: string;
  socketPath: string;
}

/** Runs the hooks of other mods and Claude Code's own step. */
type Next<Event, Result> = (event: Event) => Promise<Result>;

interface Hooked<Event, Result> {
  /** Runs when the hook has failed. `next` repeats the step's result, if the step has run. */
  catch(handler: (engine: Engine, event: Event, next: Next<Event, Result>) => Promise<Result>): void;
}

/** Turns and tools of a subagent have the id of the subagent. */
interface Loop {
  agentId?: string | undefined;
}

export interface Events {
  "session.start": [event: object, result: object];
  "turn.start": [event: Loop & { turnId: string }, result: object];
  "turn.complete": [event: Loop & { turnId: string; isAborted: boolean }, result: object];
  /** `context` is what the model reads beside the tool's result. */
  "tool.call": [event: Loop, result: { deny?: string | undefined; context?: readonly string[] | undefined }];
}

export type On = <Name extends keyof Events>(
  name: Name,
  hook: (
    engine: Engine,
    event: Events[Name][0],
    next: Next<Events[Name][0], Events[Name][1]>,
  ) => Promise<Events[Name][1]>,
) => Hooked<Events[Name][0], Events[Name][1]>;
