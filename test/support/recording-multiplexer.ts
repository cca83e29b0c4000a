import type { Leaving, MultiplexerKind } from "#multiplexer/multiplexer.ts";
import type { ScriptedPane, ScriptedProgram } from "./scripted-pane.ts";
import { type Port, scriptedPort } from "./scripted-port.ts";
import { type ScriptedSession, scriptedSessions } from "./scripted-sessions.ts";

/** The methods of the ports that query or change something. */
export type MultiplexerCall = Exclude<keyof Port, "kind" | "maxNameBytes" | "describe">;

export interface RecordingMultiplexer extends Port {
  /** Every call in order, with its name and arguments. */
  readonly calls: readonly (readonly [MultiplexerCall, ...unknown[]])[];
  /** The names of the calls that change something, in order. */
  acts(): MultiplexerCall[];
  /** The next call of this name rejects with the error. */
  failNext(call: MultiplexerCall, error: unknown): void;
  session(name: string): ScriptedSession | undefined;
  pane(session: string, title: string): ScriptedPane;
  /** A session of another program, without panes. */
  addSession(name: string, state?: "running" | "exited"): void;
  /** Closes a pane, as a user can by hand. */
  closePane(session: string, title: string): void;
  /** Removes a session, as the crash of a server does. */
  lose(session: string): void;
  /** Attaches a person with a pane in focus; without a title the person detaches. */
  lookAt(session: string, title: string | undefined): void;
  /** The result of `openHere` and `attach`. A person is attached until it resolves. */
  leaving(session: string): Promise<Leaving>;
}

export interface RecordingOptions {
  kind?: MultiplexerKind;
  /** Program of each pane. */
  program?: ScriptedProgram;
}

const LOOKS: readonly MultiplexerCall[] = [
  ...(["sessions", "staleSockets", "staleFiles", "panes", "screen", "focused"] as const),
  ...(["look", "watchScreen", "personAt"] as const),
];

/** A multiplexer in memory that records each call. Its panes run functions instead of programs. */
export function recordingMultiplexer(options: RecordingOptions = {}): RecordingMultiplexer {
  const { kind = "tmux", program = () => {} } = options;
  const calls: [MultiplexerCall, ...unknown[]][] = [];
  const failures: { call: MultiplexerCall; error: unknown }[] = [];
  const sessions = scriptedSessions(program);
  const note = (call: MultiplexerCall, args: readonly unknown[]): void => {
    calls.push([call, ...args]);
    const at = failures.findIndex((failure) => failure.call === call);
    if (at >= 0) throw failures.splice(at, 1)[0]?.error;
  };
  const pane = (session: string, title: string): ScriptedPane => {
    const found = sessions.running(session).panes.find((each) => each.title === title);
    if (!found) throw new Error(`there is no pane ${title}`);
    return found;
  };
  const port = scriptedPort({ kind, sessions, leaving: (session) => multiplexer.leaving(session) });
  const multiplexer: RecordingMultiplexer = {
    ...recorded(port, note),
    ...{ calls, pane },
    session: (name) => sessions.all.get(name),
    acts: () => calls.map(([call]) => call).filter((call) => !LOOKS.includes(call)),
    failNext: (call, error) => void failures.push({ call, error }),
    addSession: (name, state = "running") => void Object.assign(sessions.add(name), { state }),
    closePane: (session, title) => sessions.close(session, pane(session, title).id),
    lose: sessions.end,
    lookAt(session, title) {
      sessions.running(session).focused = title === undefined ? undefined : pane(session, title).id;
    },
    leaving: async () => "left",
  };
  return multiplexer;
}

type Method = (...args: unknown[]) => Promise<unknown>;

/** Wraps the port so that every call is recorded first. */
function recorded(port: Port, note: (call: MultiplexerCall, args: readonly unknown[]) => void): Port {
  const { kind, maxNameBytes, describe, watchScreen, ...methods } = port;
  const noted = Object.entries(methods).map(([name, method]) => {
    const call: Method = async (...args) => {
      note(name as MultiplexerCall, args);
      return (method as Method)(...args);
    };
    return [name, call];
  });
  return {
    ...(Object.fromEntries(noted) as typeof methods),
    ...{ kind, maxNameBytes, describe },
    async *watchScreen(...args) {
      note("watchScreen", args.slice(0, 2));
      yield* watchScreen(...args);
    },
  };
}
