import { catalog } from "#i18n/catalog.ts";
import type { Lang } from "#i18n/lang.ts";
import type { MessageHead } from "#mail/message.ts";
import type { Scene } from "#tui/scene.ts";
import type { Snapshot } from "#tui/snapshot.ts";
import { firstUi } from "#tui/ui.ts";
import { withDashboard } from "#tui/words.ts";

export const NOW = Date.parse("2026-03-04T12:00:00Z");
const catalogs = { en: await catalog("en"), ja: await catalog("ja") };
const MINUTE = 60_000;

export function ago(minutes: number): string {
  return new Date(NOW - minutes * MINUTE).toISOString();
}

/** Six working roles, and one message from the strategist. */
export function aSnapshot(given: Partial<Snapshot> = {}): Snapshot {
  const roles = [
    ["overlord", "Overlord", "魔王", "👑"],
    ["strategist", "Strategist", "軍師", "⚔"],
    ["inferno", "Inferno", "業火", "🔥"],
    ["glacier", "Glacier", "氷結", "❄"],
    ["shadow", "Shadow", "常闇", "🌑"],
    ["storm", "Storm", "疾風", "🌪"],
  ].map(([id = "", en = "", ja = "", icon = ""], rank) => ({ id, name: { en, ja }, icon, rank }));
  return {
    army: "ovld-mine",
    directory: "/home/me/castle",
    state: "running",
    roles,
    statuses: roles.map(({ id: role }, index) => ({
      ...{ role, task: index === 2 ? "burn the gate" : "", updated: ago(index) },
      status: index === 2 ? "working" : "idle",
    })),
    rituals: [],
    mail: { newest: [aHead()], unread: [] },
    ...given,
  };
}

export function aHead(given: Partial<MessageHead> = {}): MessageHead {
  return {
    ...{ id: "01", thread: "01", from: "strategist", to: "inferno", subject: "Burn the gate", priority: "normal" },
    state: "acked",
    timestamp: ago(4),
    ...given,
  };
}

export function aScene(given: Partial<Scene> & { language?: Lang } = {}): Scene {
  const { language = "en", ...rest } = given;
  return {
    snapshots: [aSnapshot()],
    ui: firstUi,
    columns: 100,
    rows: 24,
    now: NOW,
    words: withDashboard(catalogs[language], language),
    lang: language,
    isAll: false,
    ...rest,
  };
}
