import { dismissAlone } from "#app/lifecycle/dismiss-army.ts";
import type { Context } from "#cli/frame/context.ts";
import { errorText } from "#cli/frame/report-error.ts";
import type { Config } from "#config/settings.ts";
import { asOvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import type { ErrorText } from "#i18n/error-text.ts";

export interface Dismissal {
  session: string;
  dismissed: boolean;
  /** Mail and conversations are kept. */
  kept: boolean;
  error?: ErrorText;
}

/** Returns a failure instead of throwing, so that the other armies are still ended. */
export async function dismissOne(
  entry: SessionEntry,
  {
    keep = false,
    dismiss = dismissAlone,
  }: { keep?: boolean; dismiss?: (...args: Parameters<typeof dismissAlone>) => Promise<void> },
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

export function notDismissed(session: string, { message, hint }: ErrorText, words: Context["words"]): string[] {
  return [`ovld: ${words.unsummon.failed(session, message)}`, ...(hint ? [`  ${hint}`] : [])];
}
