import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openPresence } from "#app/supervisor/presence.ts";
import { systemClock } from "#base/clock.ts";
import { sessionPaths } from "#home/paths.ts";
import { openRegistry } from "#home/registry.ts";
import { watchSocket } from "#home/watch-socket.ts";
import type { DeliveryNote, Message } from "#mail/message.ts";
import type { StatusName } from "#store/status-board.ts";
import { openPanes } from "#test/support/open-panes.ts";
import { type RegisteredArmy, registerArmy } from "#test/support/register-army.ts";
import { type TemporaryArmy, temporaryArmy } from "#test/support/temporary-army.ts";
import { openTerminal, ovldOnTerminal, type Terminal } from "#test/support/terminal.ts";

export interface ShownArmy extends AsyncDisposable, RegisteredArmy {
  army: TemporaryArmy;
  env: Record<string, string>;
  /** Starts `ovld dashboard` for this army with these arguments. */
  dashboard(options?: DashboardOptions): Promise<Terminal>;
  send(message: Partial<Message>): Promise<Message>;
}

export interface DashboardOptions {
  columns?: number;
  rows?: number;
  words?: string[];
  env?: Record<string, string>;
}

const MINUTE = 60_000;
const SESSION = "ovld-mine";
const texts = {
  en: {
    tasks: [
      "plan the assault on the castle",
      "divide the map",
      "burn the northern gate",
      "",
      "find the hidden door",
      "",
    ],
    subjects: ["Storm the castle", "Divide and report", "Burn the gate", "The gate has fallen", "Which door?"],
  },
  ja: {
    tasks: ["城への総攻撃を計画する", "地図を分割する", "北の城門を焼き払う", "", "隠し扉を探す", ""],
    subjects: ["城を攻め落とせ", "分割して報告せよ", "城門を焼け", "城門は落ちた", "どの扉か？"],
  },
};
const statuses: StatusName[] = ["working", "done", "working", "idle", "blocked", "idle"];
/** Mood files as hooks write them: a name, and for some moods the event behind it. */
const moods: Record<string, string> = {
  overlord: "busy 1\n",
  strategist: "ready 1\n",
  inferno: 'limited 1\n{"last_assistant_message":"Usage limit reached. Your limit resets 3pm"}\n',
  shadow: 'asking 1\n{"tool_name":"Bash"}\n',
};

/**
 * A working army on a real tmux, with every status and mail in most states. One agent is at its limit, and one has a
 * question.
 */
export async function shownArmy(lang: "en" | "ja" = "en"): Promise<ShownArmy> {
  const army = await temporaryArmy();
  const registered = await registerArmy(army, SESSION, "/castle");
  const { store, roster } = registered;
  const env = { ...army.env, TZ: aroundNoon() };
  const roles = roster.roles.map(({ id }) => id);
  const panes = Object.entries(await openPanes(army, SESSION, roles));
  // The other roles get no pane in the registry, because ovld would guess their mood from it.
  const known = Object.fromEntries(panes.filter(([role]) => role in moods));
  await openRegistry({ paths: army.paths, clock: systemClock }).note(SESSION, { panes: known });

  const send = async (given: Partial<Message>) => {
    const id = await store.mail.nextId();
    const base = { id, thread: id, from: "overlord", to: "inferno", subject: "", body: "", state: "queued" } as const;
    const message: Message = { ...base, priority: "normal", timestamp: ago(0), ...given };
    await store.mail.put(message);
    return message;
  };
  const { tasks, subjects } = texts[lang];
  const { folder } = sessionPaths(army.paths, SESSION);
  // With this presence socket the dashboard starts no watcher, which would report the missing panes.
  const watcher = await openPresence(watchSocket(folder), { roles, onLeave: () => {} });
  let sent = 0;
  for (const [index, role] of roles.entries()) {
    const [status = "idle", task = ""] = [statuses[index], tasks[index]];
    await store.status.set({ role, status, task, updated: ago(index * 7) });
    await mkdir(join(folder, "bell", role), { recursive: true });
    if (moods[role]) await writeFile(join(folder, "bell", role, "mood"), moods[role]);
  }
  const letter = async (from: string, to: string, minutes: number, note?: Omit<DeliveryNote, "at">) => {
    const { id } = await send({ from, to, subject: subjects[sent++] ?? "", timestamp: ago(minutes) });
    if (note) await store.mail.note(to, id, { ...note, at: ago(minutes) });
    return store.mail;
  };
  await (await (await letter("user", "overlord", 50)).take("overlord")).acknowledge();
  await (await (await letter("overlord", "strategist", 40)).take("strategist")).acknowledge();
  await (await letter("strategist", "inferno", 30)).take("inferno");
  await letter("inferno", "overlord", 6, { state: "queued", why: "busy" });
  await letter("shadow", "strategist", 3, { state: "woken", by: "hook" });
  return {
    ...{ ...registered, army, env, send },
    dashboard: ({ words = ["--session", SESSION], env: more = {}, ...size } = {}) =>
      openTerminal(ovldOnTerminal("dashboard", "--lang", lang, ...words), {
        ...{ cwd: army.project, env: { ...env, ...more }, columns: 80, rows: 24 },
        ...size,
      }),
    async [Symbol.asyncDispose]() {
      await watcher[Symbol.asyncDispose]();
      await army[Symbol.asyncDispose]();
    },
  };
}

/** Half a minute more, so that no age changes during a test. */
function ago(minutes: number): string {
  return new Date(Date.now() - minutes * MINUTE - MINUTE / 2).toISOString();
}

/** A time zone in which it is about noon, so that no message of the last hour is from yesterday. */
function aroundNoon(): string {
  const west = new Date().getUTCHours() - 12;
  return `Etc/GMT${west < 0 ? west : `+${west}`}`;
}
