import type { Readable, Writable } from "node:stream";
import { courier, markPending, markThen, type Ring } from "#army/deliver.ts";
import { inbox } from "#army/inbox.ts";
import { type Clock, systemClock } from "#base/clock.ts";
import { exitStatus, OvldError, reasonOf } from "#base/errors.ts";
import type { Roster } from "#store/relay-store.ts";
import { type Enlisted, enlist, type Openers } from "./enlist.ts";
import { instructions } from "./instructions.ts";
import { lineChannel } from "./line-channel.ts";
import { serve } from "./server.ts";
import type { ToolContext } from "./tool.ts";
import { toolsFor } from "./tools.ts";

export interface RelayHost extends Openers {
  /** A way to tell a role of its mail at once, where the session has one. */
  openBell(roster: Roster, folder: string): Ring | undefined;
  env: Readonly<Record<string, string | undefined>>;
  input: Readable;
  output: Writable;
  /** Says one line to whoever started the relay. */
  complain(line: string): void;
  /** Resolves with the reason when the relay is to end although its input is open. */
  ended: Promise<string>;
  version: string;
}

/** The store's writes are atomic, so what is not finished by then is undone, not broken. */
const FINISH_LIMIT = 450;

/** Serves one role until its agent is gone; resolves with the exit status. */
export async function startRelay(host: RelayHost): Promise<number> {
  let enlisted: Enlisted;
  try {
    enlisted = await enlist(host.env, host);
  } catch (error) {
    host.complain(`ovld relay: ${explain(error)}`);
    return error instanceof OvldError ? exitStatus.config : exitStatus.bug;
  }
  const { role, roster, log } = enlisted;
  const channel = lineChannel(host.input, host.output);
  const server = serve({
    channel,
    tools: toolsFor(roster),
    context: contextOf(enlisted, systemClock, host.openBell(roster, enlisted.folder)),
    instructions: instructions(role, roster),
    version: host.version,
    log,
  });
  log.write("info", "start", { role, session: roster.session, pid: process.pid, version: host.version });
  const reason = await Promise.race([channel.ended, host.ended]);
  const finished = await Promise.race([
    server.finish().then(() => true),
    systemClock.wait(FINISH_LIMIT).then(() => false),
  ]);
  log.write("info", "end", { reason, finished });
  return 0;
}

function contextOf({ role, roster, store, shelf }: Enlisted, clock: Clock, bell: Ring | undefined): ToolContext {
  const ring = bell ? markThen(store.pending, bell) : markPending(store.pending);
  return {
    role,
    roster,
    clock,
    courier: courier({ store, roster, clock, ring }),
    inbox: inbox({ store, role }),
    status: store.status,
    shelf,
  };
}

function explain(error: unknown): string {
  const text = error instanceof OvldError ? [error.message, error.hint].filter(Boolean).join(". ") : reasonOf(error);
  return text.replaceAll(/\p{Cc}+/gu, " ");
}
