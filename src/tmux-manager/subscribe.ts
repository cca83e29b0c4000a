import { OvldError } from "#errors/ovld-error.ts";
import { attachControl } from "#multiplexer/tmux/attach-control.ts";
import type { ControlClient } from "#multiplexer/tmux/control-client.ts";
import { listPanes, panesFrom } from "#multiplexer/tmux/listing.ts";
import type { PaneState } from "#multiplexer/tmux/pane-state.ts";
import type { Tmux } from "#multiplexer/tmux/run.ts";
import { isSameServer, readServer } from "#multiplexer/tmux/server-state.ts";
import { type EventQueue, eventQueue } from "./event-queue.ts";
import { outputOf, outputWriter } from "./pane-output.ts";
import { changes } from "./server-changes.ts";
import type { TmuxEvent } from "./tmux-event.ts";

/** A session to subscribe to, and the last listing of its server. */
export interface Subject {
  session: PaneState["session"];
  panes: readonly PaneState[];
}

/** Events of a session, and sessions made or ended, as tmux notifies of them, until the session ends. */
export function subscribe(
  tmux: Tmux,
  subject: Promise<Subject>,
  signal?: AbortSignal,
): AsyncIterableIterator<TmuxEvent> {
  let client: ControlClient | undefined;
  const stop = () => {
    signal?.removeEventListener("abort", cancel);
    client?.close();
  };
  const queue = eventQueue<TmuxEvent>(stop);
  const cancel = () => queue.end(new OvldError("cancelled", {}));
  signal?.addEventListener("abort", cancel);
  if (signal?.aborted) cancel();
  subject
    .then((found) => {
      if (!queue.isEnded) client = listen(tmux, found, queue);
    })
    .catch(queue.end);
  return queue.iterator;
}

function listen(tmux: Tmux, { session, panes: seen }: Subject, queue: EventQueue<TmuxEvent>): ControlClient {
  let panes = seen;
  const write = outputWriter(queue.push);
  const held: [id: string, bytes: Buffer][] = [];
  const output = (id: string, bytes: Buffer) => {
    const pane = panes.find((other) => other.id === id);
    if (pane) write(pane, bytes);
    return pane !== undefined;
  };
  const update = (now: readonly PaneState[]) => {
    for (const event of changes(panes, now, session.id)) queue.push(event);
    panes = now;
    // Output of a new pane arrives before the listing that contains the pane.
    for (const [id, bytes] of held.splice(0)) output(id, bytes);
  };
  /** Retries a hung server until it continues or exits, so that no change is missed. */
  const ask = (): Promise<string> =>
    client.ask(listPanes(["-a"])).catch((error: unknown) => {
      if (OvldError.is(error, "program-timeout")) return ask();
      throw error;
    });
  const refresh = oneAtATime(async () => {
    const now = panesFrom(await ask());
    if (areOfOneServer(panes, now)) update(now);
    else client.close();
  });
  const client = attachControl(tmux, `${session.id}:`, {
    notify(name, rest) {
      if (name === "%output") {
        const [id, bytes] = outputOf(rest);
        if (!output(id, bytes)) held.push([id, bytes]);
      } else if (name === "%session-changed" && !rest.toString().startsWith(`${session.id} `)) client.close();
      else if (name !== "%exit") refresh();
    },
    end(error) {
      if (queue.isEnded) return;
      if (error) return queue.end(error);
      remainingPanes(tmux)
        .then((now) => update(areOfOneServer(panes, now) ? now : []))
        .then(() => queue.end(), queue.end);
    },
  });
  return client;
}

/** A server exits with its last session, possibly during the query. */
async function remainingPanes(tmux: Tmux): Promise<PaneState[]> {
  try {
    return await readServer(tmux);
  } catch (error) {
    if (OvldError.is(error, "server-gone")) return [];
    throw error;
  }
}

function areOfOneServer([a]: readonly PaneState[], [b]: readonly PaneState[]): boolean {
  return a === b || (a !== undefined && b !== undefined && isSameServer(a.server, b.server));
}

/** Coalesces: requests during a run cause exactly one more run. `work` reports its own failures. */
function oneAtATime(work: () => Promise<void>): () => void {
  let wanted = 0;
  const loop = async () => {
    while (wanted > 0) {
      wanted = 1;
      await work();
      wanted--;
    }
  };
  return () => {
    wanted++;
    if (wanted === 1)
      loop().catch(() => {
        wanted = 0;
      });
  };
}
