import type { AgentPlace, Bell, Meter, Mood, TokenUse } from "#agent-cli/agent-cli.ts";
import { type Breach, breachOf, sumOf } from "#mail/budget.ts";
import { limitWords } from "#mail/limit-text.ts";
import { derivedId } from "#mail/message-id.ts";
import { superiorsOf } from "#mail/routing.ts";
import { type SystemMailParts, type SystemText, sendFromSystem } from "#mail/system-mail.ts";
import { type MessageId, type RoleId, USER } from "#store/mail-store.ts";
import type { Roster, UseLimits } from "#store/relay-store.ts";

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

/**
 * In the relay beside an agent: parks it when its tokens are used up, and tells its commanders when it cannot go on.
 */
export function warden(parts: WardenParts): Warden {
  const { role, roster, clock, bell, placeOf, meter } = parts;
  const words = limitWords(roster.settings.lang);
  const meters = new Map<RoleId, Meter>();
  let told = "";
  let release: { since: Mood["since"]; id: MessageId } | undefined;
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

  /** Of the army's own limit every relay knows at once: one of them tells, the highest whose agent is there. */
  const isHighestHere = async (): Promise<boolean> => {
    for (const above of everyoneAbove(role, roster.roles))
      if ((await bell.mood(placeOf(above))).mood !== "gone") return false;
    return true;
  };

  const tellCommanders = async (news: string, at: number, text: SystemText, { andUser = false } = {}) => {
    if (told === news + at) return;
    for (const to of new Set([...commandersOf(role, roster), ...(andUser ? [USER] : [])]))
      await sendFromSystem({ id: derivedId(at, `${role} ${news} ${to}`), to, ...text }, parts);
    told = news + at;
  };

  const hold = async (found: Breach, mood: Mood): Promise<void> => {
    if (mood.mood !== "parked") await bell.park(placeOf(role), words.reason(found));
    const { since } = mood.mood === "parked" ? mood : await bell.mood(placeOf(role));
    if (since && (found.what === "role" || (await isHighestHere())))
      await tellCommanders(`parked ${found.what} ${found.limit}`, Date.parse(since), words.parked(role, found), {
        andUser: found.what === "total",
      });
  };

  /** The letter first: an agent that is let go and was never told would rest for ever. */
  const letGo = async ({ since }: Mood): Promise<void> => {
    if (!release || release.since !== since)
      release = { since, id: derivedId(clock.now(), `${role} unparked ${since}`) };
    await sendFromSystem({ id: release.id, to: role, ...words.goOn.unparked }, parts);
    await bell.park(placeOf(role), undefined);
  };

  const lookAtUsageLimit = async (mood: Mood, { resume }: UseLimits): Promise<void> => {
    const [now, elapsed] = [clock.now(), clock.elapsed()];
    if (mood.mood === "limited") {
      const until = Date.parse(mood.until ?? "");
      limit = { until };
      if (!mood.until || elapsed - toldOfLimit < TELL_AGAIN) return;
      await tellCommanders(`limited ${until}`, newsTime(until, now), words.limited(role, mood.until, mood.detail));
      toldOfLimit = elapsed;
      return;
    }
    if (mood.mood !== "unknown") limit = undefined;
    if (!limit || !resume || now < limit.until || elapsed - resumed < RESUME_AGAIN) return;
    const id = derivedId(limit.until, `${role} reset`);
    await sendFromSystem({ id, to: role, ...words.goOn.reset }, parts);
    limit = undefined;
    resumed = elapsed;
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

/**
 * The same for every relay that tells of a limit at about the same time, and never in the future: mail stands in the
 * order of its ids.
 */
function newsTime(until: number, now: number): number {
  return until - Math.ceil((until - now) / TELL_AGAIN) * TELL_AGAIN;
}

/**
 * Everyone above a role. Of the highest those of the command layer who report to it, and the human, who alone is above
 * it.
 */
export function commandersOf(role: RoleId, { roles }: Pick<Roster, "roles">): RoleId[] {
  const above = everyoneAbove(role, roles);
  if (above.length > 0) return above;
  const reports = roles.filter(({ id, layer }) => layer === "command" && superiorsOf(id, roles).includes(role));
  return [...reports.map(({ id }) => id), USER];
}

function everyoneAbove(role: RoleId, roles: Roster["roles"]): RoleId[] {
  const above = new Set<RoleId>();
  const climb = (from: RoleId): void => {
    for (const superior of superiorsOf(from, roles)) {
      if (above.has(superior) || superior === role) continue;
      above.add(superior);
      climb(superior);
    }
  };
  climb(role);
  return [...above];
}
