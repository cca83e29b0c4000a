import { join } from "node:path";
import { systemClock } from "#base/clock.ts";
import { fileLog } from "#base/log.ts";
import { OvldError } from "#errors/ovld-error.ts";
import { type CaptureOptions, captureCommand } from "#multiplexer/tmux/capture.ts";
import { endWithPrograms } from "#multiplexer/tmux/end-session.ts";
import { onServer } from "#multiplexer/tmux/on-server.ts";
import type { PaneState } from "#multiplexer/tmux/pane-state.ts";
import { tmuxRunner } from "#multiplexer/tmux/run.ts";
import { assignAgent, respawnAgent } from "./agents.ts";
import { checkAgent, checkConfig, checkLayout, checkSession } from "./check-config.ts";
import type { Cleanup } from "./cleanup.ts";
import { cleanupDeadSessions } from "./cleanup-dead-sessions.ts";
import { createSession } from "./create-session.ts";
import type { ManagerParts } from "./manager-parts.ts";
import type { SendOptions, SubscribeOptions, WindowChoice } from "./method-options.ts";
import { type PaneCache, paneAt, paneCache } from "./pane-cache.ts";
import { sendText } from "./send-text.ts";
import type { Pane, Session } from "./session.ts";
import { sessionsFrom } from "./session-handle.ts";
import { sessionRecords } from "./session-records.ts";
import { setLayout } from "./set-layout.ts";
import { subscribe } from "./subscribe.ts";
import type { AgentConfig, LayoutType, SessionRequest, TmuxConfig } from "./tmux-config.ts";
import type { TmuxEvent } from "./tmux-event.ts";

/**
 * Makes, finds, controls and ends sessions of one tmux server. Methods take a session's exact name or its `id`, and
 * never touch other sessions.
 */
export class TmuxManager {
  readonly #parts: ManagerParts;
  readonly #cache: PaneCache;
  #last: string | undefined;

  constructor(config: TmuxConfig) {
    const checked = checkConfig(config);
    const { program, env, socketName: name, socketPath: path, folder } = checked;
    const tmux = tmuxRunner({ program, env, socket: { name, path } });
    const log = fileLog(join(folder, "cleanup.log"), { clock: systemClock });
    this.#parts = { config: checked, tmux, records: sessionRecords(folder), log, clock: systemClock };
    this.#cache = paneCache(tmux);
  }

  /**
   * Makes a session without a terminal; a bare name takes everything else from the manager's config. A failure leaves
   * nothing behind and throws `TmuxSessionError`; a taken name throws `session-taken`.
   */
  async createSession(session: string | SessionRequest, options: { signal?: AbortSignal } = {}): Promise<Session> {
    const config = checkSession(session, this.#parts.config);
    const panes = await createSession(this.#parts, config, options.signal);
    this.#last = config.name;
    return this.#publish(panes)[0] as Session;
  }

  /** Whether the server has this session, made by any program. */
  async hasSession(session: string): Promise<boolean> {
    return (await this.#cache.find(session)) !== undefined;
  }

  /** Every session of the server, made by any program; empty without a server. */
  async listSessions(): Promise<Session[]> {
    return this.#publish(await this.#cache.all());
  }

  /** Throws `session-unknown` when the server does not have it. */
  async getSession(session: string): Promise<Session> {
    return this.#publish(await this.#cache.session(session))[0] as Session;
  }

  /** Ends a session with all of its processes; false when there was none. */
  async killSession(session: string): Promise<boolean> {
    const found = await this.#cache.find(session);
    if (!found) return false;
    const wasThere = await endWithPrograms(this.#parts.tmux, found);
    await this.#parts.records.remove(found.session.mark);
    return wasThere;
  }

  /** Returns a running session, or makes a session of the registry again with its original config. */
  async restoreSession(name: string): Promise<Session> {
    if (await this.hasSession(name)) return this.getSession(name);
    const records = await this.#parts.records.list();
    const record = records.findLast(({ config }) => config.name === name);
    if (!record)
      throw new OvldError("session-unknown", { session: name, known: records.map(({ config }) => config.name) });
    const session = await this.createSession(record.config);
    await this.#parts.records.remove(record.mark);
    return session;
  }

  /**
   * Types text into a pane, byte for byte, then Enter. Concurrent texts, also from other processes, are serialized.
   * Throws `pane-exited` when the pane's program has ended.
   */
  async sendToPane(
    session: string,
    window: string,
    pane: number,
    text: string,
    options: SendOptions = {},
  ): Promise<void> {
    await this.#cache.inPane(session, window, pane, async (target) => {
      const sent = await sendText(this.#parts, target, text, options);
      if (sent === "exited") throw new OvldError("pane-exited", { session, pane: target.id });
      return sent === "gone" ? undefined : sent;
    });
  }

  /** The lines that a pane shows. */
  async capturePane(session: string, window: string, pane: number, options: CaptureOptions = {}): Promise<string> {
    return this.#cache.inPane(session, window, pane, async (target) => {
      const screen = await onServer(this.#parts.tmux, target, [captureCommand(target.id, options)]);
      return screen?.trimEnd();
    });
  }

  /** Arranges the panes of a window. */
  async setLayout(layout: LayoutType, { session, window }: WindowChoice = {}): Promise<void> {
    const found = await this.getSession(this.#chosen(session));
    const chosen = window === undefined ? found.windows.find(({ active }) => active) : found.window(window);
    await chosen?.setLayout(layout);
  }

  /** Assigns a pane without an agent to an agent, and starts it there. */
  async assignAgent(session: string, agent: AgentConfig, pane: number): Promise<Pane> {
    const checked = checkAgent(agent);
    const panes = await this.#cache.session(session);
    const target = paneAt(panes, checked.window, pane);
    await assignAgent(this.#parts, panes, target, checked);
    return this.#paneOf(session, checked.id);
  }

  /** Restarts an agent in its pane. */
  async respawnAgent(session: string, agent: string): Promise<Pane> {
    await respawnAgent(this.#parts, await this.#cache.session(session), agent);
    return this.#paneOf(session, agent);
  }

  /**
   * Removes dead sessions of the registry: their server does not answer in time or is gone, or all their panes are
   * dead. Logs and returns each.
   */
  cleanupDeadSessions(): Promise<Cleanup[]> {
    return cleanupDeadSessions(this.#parts);
  }

  /** Events of a session, and sessions made or ended, as tmux notifies of them; ends with the session. */
  subscribe({ session, signal }: SubscribeOptions = {}): AsyncIterableIterator<TmuxEvent> {
    const subject = async () => {
      const panes = await this.#cache.all();
      const [first] = this.#cache.pick(panes, this.#chosen(session));
      return { session: first.session, panes };
    };
    return subscribe(this.#parts.tmux, subject(), signal);
  }

  #publish(panes: readonly PaneState[]): Session[] {
    this.#cache.publish(panes);
    return sessionsFrom(panes, {
      setLayout: async (pane, layout) => setLayout(this.#parts, pane, checkLayout(layout)),
    });
  }

  #chosen(session: string | undefined): string {
    const name = session ?? this.#last;
    if (name !== undefined) return name;
    throw new OvldError("bad-argument", { argument: "session", expected: { type: "present" }, found: "nothing" });
  }

  async #paneOf(session: string, agent: string): Promise<Pane> {
    const { panes } = await this.getSession(session);
    const found = panes.find((pane) => pane.agent === agent);
    if (found) return found;
    throw new OvldError("pane-gone", { session, pane: agent });
  }
}
