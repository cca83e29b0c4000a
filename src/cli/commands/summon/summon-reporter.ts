import type { SummonPlan } from "#app/summon/summon-plan.ts";
import type { Blocker, ReadyProgress, SummonProgress, SummonReporter } from "#app/summon/summon-progress.ts";
import { visiblePath } from "#base/visible-text.ts";
import { offer } from "#cli/frame/confirm.ts";
import type { Context } from "#cli/frame/context.ts";
import { fieldNotice } from "#cli/render/field-text.ts";
import { ritualText } from "#cli/render/ritual-text.ts";
import { packageRoot } from "#home/package-root.ts";
import { showWelcome } from "./welcome.ts";

/** Prints the progress of `summon`. `isHere`: a user at this terminal can be asked. */
export function summonReporter(context: Context, { isHere }: { isHere: boolean }): SummonReporter {
  const { out, words } = context;
  return {
    report(progress) {
      if (progress.what === "planned" && progress.isFirst) showWelcome(progress.plan, context);
      for (const line of linesOf(progress, context)) out.line(line);
    },
    ...(isHere && {
      ask: async (session, { unread, conversations }) =>
        (await offer(words.summon.offer(session, unread, conversations), context)) ? "resume" : "fresh",
    }),
  };
}

function linesOf(progress: SummonProgress, context: Context): string[] {
  const { words } = context;
  switch (progress.what) {
    case "removed":
      return [words.summon.cleaned(progress.session)];
    case "planned":
      return planLines(progress.plan, progress.isFirst, context);
    case "waiting":
      return [words.summon.readiness.within(progress.seconds)];
    case "ritual":
      return [ritualText(progress.progress, words)];
    default:
      return readyLines(progress, words);
  }
}

function planLines(
  { entry, roster, notices, fieldNotices, ritualFolders, conversations, isAgain }: SummonPlan,
  isFirst: boolean,
  context: Context,
): string[] {
  const { words } = context;
  const say = words.summon[isAgain ? "resuming" : "summoning"];
  // On the first summon the welcome names the folder of the built-in rituals.
  const folders = isFirst ? ritualFolders.filter((folder) => !folder.startsWith(packageRoot())) : ritualFolders;
  return [
    say(entry.name, roster.roles.length, entry.multiplexer),
    ...notices.map((notice) => words.summon.notices[notice]),
    ...fieldNotices.map((notice) => fieldNotice(notice, context)),
    ...(isAgain
      ? [...conversations].map(([role, { isBegun }]) => words.restart[isBegun ? "resumed" : "fresh"](role))
      : folders.map((folder) => words.summon.ritualsFrom(visiblePath(folder)))),
  ];
}

function readyLines(progress: ReadyProgress, { summon, status, mail }: Context["words"]): string[] {
  const say = summon.readiness;
  const because = (why: Blocker): string =>
    why === "gone" ? status.moods.gone : why === "starting" ? mail.waits.starting : status.blockers[why];
  switch (progress.what) {
    case "ready": {
      const line = say.ready(progress.role);
      return [progress.isParked ? status.aside(line, status.moods.parked) : line];
    }
    case "not-ready":
      return [say.notReady(progress.role, because(progress.why), progress.seen)];
    case "starting":
      return [say.starting([...progress.roles])];
    case "counted": {
      const line = say.count(progress.ready, progress.total);
      return progress.ready < progress.total ? [line, say.next] : [line];
    }
  }
}
