import { armyMail } from "#app/mail/army-mail.ts";
import { defineCommand, jsonFlag, sessionFlag } from "#cli/frame/command.ts";
import type { Context } from "#cli/frame/context.ts";
import { plain } from "#cli/render/mail-export.ts";
import { localTime } from "#cli/render/message-text.ts";
import { reportWords } from "#i18n/report-words.ts";
import { sumOf } from "#mail/budget.ts";
import { type ArmyReport, type RoleReport, reportOf } from "#mail/report.ts";

export const report = defineCommand({
  flags: { ...sessionFlag, ...jsonFlag },
  examples: ["ovld report", "ovld report --json"],
  async run(context, { flags }) {
    const [army] = await armyMail({ session: flags.session, past: false }, context);
    if (!army) return;
    const told = await reportOf(await army.facts(), army.messages());
    if (flags.json) context.out.json(told);
    else for (const line of markdownOf(told, context)) context.out.line(line);
  },
});

function markdownOf(report: ArmyReport, { words, lang }: Context): string[] {
  const text = reportWords(lang).report;
  const { session, started, ended, formation, directory, messages, urgent, late, unread, roles } = report;
  return [
    `# ${text.title(session)}`,
    "",
    `- ${text.when(localTime(started), localTime(ended))}`,
    `- ${text.facts(plain(formation), plain(directory))}`,
    `- ${text.messages(messages, urgent, late, unread)}`,
    "",
    row(text.columns),
    row(text.columns.map((_, index) => (index === 0 ? "---" : "---:"))),
    ...roles.map((role) => row(cells(role.role, role, text.seconds))),
    row(cells(text.total, totalOf(roles), text.seconds)),
    "",
    `## ${text.work}`,
    "",
    ...roles.map(
      (role) =>
        `- ${words.status.aside(`**${role.role}**`, words.status.names[role.status])}: ${workOf(role, text.nothing, lang)}`,
    ),
  ];
}

function cells(name: string, role: Omit<RoleReport, "role">, seconds: (n: number) => string): string[] {
  const { sent, received, unread, late, answers, meanAnswer, longestAnswer, restarts, cuts, tokens } = role;
  const counts = [sent, received, unread, late, answers].map(count);
  const waits = [meanAnswer, longestAnswer].map((n) => (answers === 0 ? "-" : seconds(n)));
  const { input, output, cacheRead, cacheWrite } = tokens;
  return [name, ...counts, ...waits, ...[restarts, cuts, input, output, cacheRead, cacheWrite].map(count)];
}

function totalOf(roles: readonly RoleReport[]): RoleReport {
  const sum = (of: (role: RoleReport) => number) => roles.reduce((all, role) => all + of(role), 0);
  const answers = sum((role) => role.answers);
  return {
    ...{ role: "", status: "idle", task: "", lastSubjects: [], answers },
    sent: sum((role) => role.sent),
    received: sum((role) => role.received),
    unread: sum((role) => role.unread),
    late: sum((role) => role.late),
    meanAnswer: answers === 0 ? 0 : Math.round(sum((role) => role.meanAnswer * role.answers) / answers),
    longestAnswer: Math.max(0, ...roles.map((role) => role.longestAnswer)),
    restarts: sum((role) => role.restarts),
    cuts: sum((role) => role.cuts),
    tokens: sumOf(roles.map((role) => role.tokens)),
  };
}

function workOf({ task, lastSubjects }: RoleReport, nothing: string, lang: Context["lang"]): string {
  const subjects = lastSubjects.map((subject) => (lang === "ja" ? `「${plain(subject)}」` : `"${plain(subject)}"`));
  return [plain(task), subjects.join(lang === "ja" ? "" : ", ") || nothing].filter(Boolean).join("; ");
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function count(n: number): string {
  return n.toLocaleString("en-US");
}
