import type { ArmyFacts } from "#store/past-armies.ts";
import type { StatusName } from "#store/status-board.ts";
import { nothingUsed } from "./budget.ts";
import { type Message, type RoleId, SYSTEM, USER } from "./message.ts";
import { timeOf } from "./message-id.ts";

/** The work of one role, derived from its mail. */
export interface RoleReport {
  role: RoleId;
  sent: number;
  received: number;
  unread: number;
  /** Messages not read in time. */
  late: number;
  /** Number of answers, and the seconds between a message and its answer. */
  answers: number;
  meanAnswer: number;
  longestAnswer: number;
  restarts: number;
  cuts: number;
  tokens: ArmyFacts["tokens"][RoleId];
  status: StatusName;
  task: string;
  /** Subjects of the last messages sent, oldest first. */
  lastSubjects: string[];
}

export interface ArmyReport extends Pick<ArmyFacts, "session" | "directory" | "formation" | "started" | "ended"> {
  messages: number;
  urgent: number;
  late: number;
  unread: number;
  roles: RoleReport[];
}

const SUBJECTS = 5;

/** Reads the mail once and keeps no message in memory. */
export async function reportOf(facts: ArmyFacts, messages: AsyncIterable<Message>): Promise<ArmyReport> {
  const { session, directory, formation, started, ended } = facts;
  const report: ArmyReport = {
    ...{ session, directory, formation, started, ended },
    ...{ messages: 0, urgent: 0, late: 0, unread: 0 },
    roles: facts.roles.map(({ id }) => blank(id, facts)),
  };
  const roles = new Map(report.roles.map((role) => [role.role, role]));
  for await (const message of messages) {
    report.messages++;
    if (message.priority === "urgent") report.urgent++;
    noteState(report, message);
    noteSent(roles.get(message.from), message);
    const reader = roles.get(message.to);
    if (!reader) continue;
    reader.received++;
    noteState(reader, message);
  }
  for (const role of report.roles) role.meanAnswer = role.answers > 0 ? Math.round(role.meanAnswer / role.answers) : 0;
  return report;
}

function blank(role: RoleId, { statuses, tokens, starts, cuts }: ArmyFacts): RoleReport {
  const said = statuses.find((one) => one.role === role);
  return {
    ...{ role, sent: 0, received: 0, unread: 0, late: 0, answers: 0, meanAnswer: 0, longestAnswer: 0 },
    restarts: Math.max(0, (starts[role] ?? 0) - 1),
    cuts: cuts[role] ?? 0,
    tokens: tokens[role] ?? nothingUsed,
    status: said?.status ?? "idle",
    task: said?.task ?? "",
    lastSubjects: [],
  };
}

function noteState(counts: { late: number; unread: number }, { state }: Message): void {
  if (state === "bounced" || state === "expired") counts.late++;
  if (state !== "read" && state !== "acked") counts.unread++;
}

function noteSent(sender: RoleReport | undefined, { from, timestamp, parent, subject }: Message): void {
  if (!sender || from === USER || from === SYSTEM) return;
  sender.sent++;
  sender.lastSubjects.push(subject);
  if (sender.lastSubjects.length > SUBJECTS) sender.lastSubjects.shift();
  const asked = parent === undefined ? undefined : timeOf(parent);
  if (asked === undefined) return;
  const seconds = Math.max(0, Math.round((Date.parse(timestamp) - asked) / 1000));
  sender.answers++;
  sender.meanAnswer += seconds;
  sender.longestAnswer = Math.max(sender.longestAnswer, seconds);
}
