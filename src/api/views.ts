import type { Army, Screen } from "#app/app.ts";
import type { SurveyedSession } from "#army/survey.ts";
import type { Catalog } from "#i18n/catalog.ts";
import { moodView } from "./mood-view.ts";
import type { AgentView } from "./schemas/agent.ts";
import type { ScreenFormat, ScreenView } from "./schemas/screen.ts";
import type { SessionView } from "./schemas/session.ts";
import { cellRows } from "./screen-cells.ts";

export function sessionView({ entry, state }: SurveyedSession): SessionView {
  const { name, directory, started, multiplexer, formation, roster } = entry;
  return { name, directory, started, multiplexer, formation, state, roles: roster };
}

/** The agents of all roles, or of the chosen one. */
export async function agentViews(army: Army, words: Catalog, chosen?: string): Promise<AgentView[]> {
  const { entry, store, roster } = army;
  const roles = roster.roles.filter(({ id }) => chosen === undefined || id === chosen);
  const rituals = await army.rituals();
  return Promise.all(
    roles.map(async ({ id: role, name, icon, rank, layer, reportsTo }) => {
      const { status, task, updated } = await store.status.get(role);
      const ritual = rituals.find((one) => one.role === role)?.state;
      const pane = entry.panes[role];
      return {
        role,
        name,
        icon,
        rank,
        ...(layer && { layer }),
        ...(reportsTo !== undefined && { reportsTo }),
        status: { status, task, updated },
        mood: moodView(await army.mood(role), words),
        unread: await store.mail.countUnread(role),
        ...(ritual && { ritual }),
        ...(pane !== undefined && { pane }),
      };
    }),
  );
}

export function screenView({ text, cursor, size }: Screen, format: ScreenFormat): ScreenView {
  const place = { ...(cursor && { cursor }), ...(size && { size }) };
  return format === "cells" ? { format, rows: cellRows(text), ...place } : { format, text, ...place };
}
