import type { Context } from "#cli/context.ts";
import { dismissAlone } from "#cli/dismiss-army.ts";
import { errorText } from "#cli/frame/report-error.ts";
import type { Config } from "#config/settings.ts";
import { asOvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { ErrorText } from "#i18n/error-text.ts";

export interface Dismissal {
  session: string;
  dismissed: boolean;
  /** It can be taken up again. */
  kept: boolean;
  error?: ErrorText;
}

/** Ends one of several armies: one that cannot be ended does not keep the others. */
export async function dismissOne(
  entry: SessionEntry,
  { keep = false, dismiss = dismissAlone }: { keep?: boolean; dismiss?: typeof dismissAlone },
  config: Config,
  context: Context,
): Promise<{ result: Dismissal; exitStatus: number }> {
  const session = entry.name;
  try {
    await dismiss(entry, config, context, { keep });
    return { result: { session, dismissed: true, kept: keep }, exitStatus: 0 };
  } catch (thrown) {
    return {
      result: { session, dismissed: false, kept: keep, error: errorText(thrown, context.words) },
      exitStatus: asOvldError(thrown).exitStatus,
    };
  }
}

/** An army that could not be ended, and what to do. */
export function notDismissed(session: string, { message, hint }: ErrorText, words: Context["words"]): string[] {
  return [`ovld: ${words.unsummon.failed(session, message)}`, ...(hint ? [`  ${hint}`] : [])];
}
