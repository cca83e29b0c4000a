import type { AgentPlace, Bell, Meter, Mood, TokenUse } from "#agent-cli/agent-cli.ts";
import { type RoleId, USER } from "#store/mail-store.ts";
import { derivedId } from "#store/message-id.ts";
import type { Roster, UseLimits } from "#store/relay-store.ts";
import { type Breach, breachOf, sumOf } from "./budget.ts";
import { limitWords } from "./limit-text.ts";
import { superiorsOf } from "./routing.ts";
import { type SystemMailParts, sendFromSystem } from "./system-mail.ts";

export interface WardenParts extends SystemMailParts {
  role: RoleId;
  bell: Pick<Bell, "mood" | "park">;
  placeOf(role: RoleId): AgentPlace;
  /** How tokens are counted, where the agent CLI tells. */
  meter?: ((place: AgentPlace) => Meter) | undefined;
  /** As they are now: a human may have changed them. */
  limits(): Promise<UseLimits>;
}

export interface Warden {
  /** Looks once at what the role's agent may still use, and does what is due. */
  look(): Promise<void>;
}

/** Milliseconds: a limit of which nothing is known is tried again and again, and is no news each time. */
const TELL_AGAIN = 30 * 60_000;
const RESUME_AGAIN = 10 * 60_000;

/** In the relay beside an agent: parks it when its tokens are used up, and tells its commanders when it cannot go on. */
export function warden(parts: WardenParts): Warden {
  const { role, roster, clock, bell, placeOf, meter } = parts;
  const words = limitWords(roster.settings.lang);
  const meters = new Map<RoleId, Meter>();
  let told = "";
  let limit: { until: number } | undefined;
  let toldOfLimit = Number.NEGATIVE_INFINITY;
  let resumed = Number.NEGATIVE_INFINITY;

  const spentBy = async (one: RoleId): Promise<TokenUse> => {
    const read = meters.get(one) ?? meter?.(placeOf(one));
    if (!read) return sumOf([]);
    meters.set(one, read);
    return read();
  };

  const breach = async (limits: UseLimits): Promise<Breach | undefined> => {
    if (limits.tokensPerRole === 0 && limits.tokensTotal === 0) return undefined;
    const own = await spentBy(role);
    const all: TokenUse[] = [];
    if (limits.tokensTotal > 0) for (const { id } of roster.roles) all.push(await spentBy(id));
    return breachOf(own, sumOf(all), limits);
  };

  const tellCommanders = async (news: string, since: string, letter: { subject: string; body: string }) => {
    if (told === news + since) return;
    for (const to of commandersOf(role, roster))
      await sendFromSystem({ id: derivedId(Date.parse(since), `${role} ${news} ${to}`), to, ...letter }, parts);
    told = news + since;
  };

  const hold = async (found: Breach, mood: Mood): Promise<void> => {
    if (mood.mood !== "parked") await bell.park(placeOf(role), words.reason(found));
    const { since } = mood.mood === "parked" ? mood : await bell.mood(placeOf(role));
    // Of the army's own limit every relay knows at once: one of them tells.
    const isTeller = found.what === "role" || superiorsOf(role, roster.roles).length === 0;
    if (since && isTeller)
      await tellCommanders(`parked ${found.what} ${found.limit}`, since, words.parked(role, found));
  };

  const letGo = async ({ since }: Mood): Promise<void> => {
    await bell.park(placeOf(role), undefined);
    const id = derivedId(clock.now(), `${role} unparked ${since}`);
    await sendFromSystem({ id, to: role, ...words.goOn.unparked }, parts);
  };

  const lookAtUsageLimit = async (mood: Mood, { resume }: UseLimits): Promise<void> => {
    const [now, elapsed] = [clock.now(), clock.elapsed()];
    if (mood.mood === "limited") {
      limit = { until: Date.parse(mood.until ?? "") };
      if (!mood.until || elapsed - toldOfLimit < TELL_AGAIN) return;
      await tellCommanders("limited", mood.until, words.limited(role, mood.until, mood.detail));
      toldOfLimit = elapsed;
      return;
    }
    if (mood.mood !== "unknown") limit = undefined;
    if (!limit || !resume || now < limit.until || elapsed - resumed < RESUME_AGAIN) return;
    const id = derivedId(limit.until, `${role} reset`);
    limit = undefined;
    resumed = elapsed;
    await sendFromSystem({ id, to: role, ...words.goOn.reset }, parts);
  };

  return {
    async look() {
      const limits = await parts.limits();
      const mood = await bell.mood(placeOf(role));
      await lookAtUsageLimit(mood, limits);
      const found = await breach(limits);
      if (found && mood.mood !== "gone") await hold(found, mood);
      else if (!found && mood.mood === "parked") await letGo(mood);
    },
  };
}

/** Everyone above a role. Of the highest those of the command layer who report to it, and the human, who alone is above it. */
export function commandersOf(role: RoleId, { roles }: Pick<Roster, "roles">): RoleId[] {
  const above = new Set<RoleId>();
  const climb = (from: RoleId): void => {
    for (const superior of superiorsOf(from, roles)) {
      if (above.has(superior) || superior === role) continue;
      above.add(superior);
      climb(superior);
    }
  };
  climb(role);
  if (above.size > 0) return [...above];
  const reports = roles.filter(({ id, layer }) => layer === "command" && superiorsOf(id, roles).includes(role));
  return [...reports.map(({ id }) => id), USER];
}
