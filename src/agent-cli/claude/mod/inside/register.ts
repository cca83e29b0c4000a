import type { Engine, On } from "./engine.ts";

// Runs inside Claude Code, without Node. Claude Code reads this module as text before it runs it: `$` may be passed to
// top-level functions only, and names of variables must be literals. Whatever fails here leaves the agent to its hooks.

/** The notification that the relay has sent, under the relay's number. */
interface Note {
  id: number;
  text: string;
}

/** Milliseconds between two attempts to reach the relay; each pause is twice the one before. */
const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 2000;

let socketPath: string | undefined;
/** Id of the running turn of the agent, not of a subagent. */
let turn: string | undefined;
/** Waits for the result of the next tool. */
let held: Note | undefined;

export function register(on: On): void {
  on("session.start", async ($, event, next) => {
    const started = await next(event);
    if (socketPath !== undefined) return started;
    socketPath = await $.env.get("OVLD_MOD_SOCKET");
    if (socketPath !== undefined) void listen($, socketPath);
    return started;
  });

  on("turn.start", async (_, event, next) => {
    if (event.agentId !== undefined) return next(event);
    turn = event.turnId;
    return next(event);
  });

  on("turn.complete", async ($, event, next) => {
    if (event.agentId !== undefined) return next(event);
    const left = held;
    turn = undefined;
    held = undefined;
    if (event.isAborted) void report($, { aborted: true });
    else if (left) void submitLeft($, left);
    return next(event);
  });

  on("tool.call", async ($, event, next) => {
    const done = await next(event);
    if (event.agentId !== undefined || held === undefined || done.deny !== undefined) return done;
    const { id, text } = held;
    held = undefined;
    void report($, { told: id });
    return { ...done, context: [...(done.context ?? []), text] };
  }).catch(async (_, event, next) => next(event));
}

/** Asks the relay for notifications, each request until there is one. */
async function listen($: Engine, socketPath: string): Promise<void> {
  let pause = FIRST_PAUSE;
  for (;;) {
    try {
      const { text } = await $.http.fetch("http://ovld/wait", { socketPath });
      pause = FIRST_PAUSE;
      void take($, JSON.parse(text));
    } catch {
      // The relay has not started yet, or it has ended.
      await $.clock.sleep(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
  }
}

async function take($: Engine, note: Note): Promise<void> {
  if (turn === undefined) return submit($, note);
  const text = await report($, { held: note.id });
  if (!text) return;
  if (turn === undefined) return submitLeft($, note);
  held = { ...note, text };
}

/** The turn had no further tool: the line starts the next turn, if the mail is still unread. */
async function submitLeft($: Engine, { id }: Note): Promise<void> {
  const text = await report($, { left: id });
  if (text) await submit($, { id, text });
}

/** Starts a turn. A person's draft stays in the composer. */
async function submit($: Engine, { id, text }: Note): Promise<void> {
  try {
    const { drop } = await $.prompt.submit({ text });
    await report($, drop === undefined ? { told: id } : { failed: id, drop });
  } catch {
    await report($, { failed: id });
  }
}

/** The relay's answer; undefined if the relay has ended. */
async function report($: Engine, event: object): Promise<string | undefined> {
  if (socketPath === undefined) return undefined;
  try {
    const request = { method: "POST", body: JSON.stringify(event), socketPath } as const;
    return (await $.http.fetch("http://ovld/report", request)).text;
  } catch {
    return undefined;
  }
}
