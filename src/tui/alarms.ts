import { isOver } from "#army/survey.ts";
import { moodDetail } from "#i18n/mood-detail.ts";
import type { RoleId } from "#mail/message.ts";
import { cut, steady, widthOf } from "./fit.ts";
import { type Line, span } from "./line.ts";
import { nameOf, type Scene } from "./scene.ts";
import type { Snapshot } from "./snapshot.ts";

/** Lines about problems that only a user can solve: ended armies first, then stopped agents. */
export function alarmLines(scene: Scene, most: number): Line[] {
  const { snapshots = [], words, columns } = scene;
  const texts = snapshots.flatMap((snapshot) => [...armyAlarms(snapshot, scene), ...roleAlarms(snapshot, scene)]);
  const shown = texts.slice(0, most);
  const left = texts.length - shown.length;
  return shown.map((text, index) => {
    const rest = left > 0 && index === shown.length - 1 ? ` ${words.dashboard.alarms.more(left)}` : "";
    return [span(cut(`! ${text}`, columns - widthOf(rest)) + rest, "bad")];
  });
}

function armyAlarms({ army, state, trouble }: Snapshot, { words }: Scene): string[] {
  const { ended, unreadable } = words.dashboard.alarms;
  if (state === "resting") return [];
  if (isOver(state)) return [ended(army)];
  return trouble === undefined ? [] : [unreadable(army, steady(trouble))];
}

function roleAlarms(snapshot: Snapshot, scene: Scene): string[] {
  const { alarms } = scene.words.dashboard;
  return snapshot.roles.flatMap(({ id }) => {
    const name = nameOf(id, snapshot, scene);
    const problem = agentProblemOf(id, snapshot, scene.words);
    const isUninitiated = snapshot.rituals.some(({ role, state }) => role === id && state === "failed");
    return [
      ...(problem ? [alarms[problem.what](name, steady(problem.detail))] : []),
      ...(snapshot.moods?.get(id)?.hasLostRelay ? [alarms.relay(name, id)] : []),
      ...(isUninitiated ? [alarms.ritual(name, id)] : []),
    ];
  });
}

const problemMoods = ["limited", "parked", "asking", "gone"] as const;

interface AgentProblem {
  what: (typeof problemMoods)[number];
  detail: string;
}

/** The observed mood, else a guess from the reason why the agent's mail waits. */
function agentProblemOf(role: RoleId, { moods, mail }: Snapshot, words: Scene["words"]): AgentProblem | undefined {
  const mood = moods?.get(role);
  const what = problemMoods.find((one) => one === mood?.mood);
  if (what) return { what, detail: (mood && moodDetail(mood, words)) ?? "" };
  if (mood && mood.mood !== "unknown") return undefined;
  const why = mail.unread.find((one) => one.role === role)?.oldest.delivery?.why;
  const reasons = { limited: "limited", parked: "parked", dialog: "asking", "no-agent": "gone" } as const;
  const guessed = why && why in reasons ? reasons[why as keyof typeof reasons] : undefined;
  return guessed && { what: guessed, detail: "" };
}
