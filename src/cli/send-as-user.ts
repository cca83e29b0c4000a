import type { OpenArmy } from "#army/open-army.ts";
import { visibleLine } from "#base/visible-text.ts";
import type { Letter } from "#mail/compose.ts";
import { courier, type Ring, type Sent } from "#mail/mailer.ts";
import { USER } from "#store/mail-store.ts";
import type { Context } from "./context.ts";
import { openRing } from "./open-ring.ts";
import { ensureWatcher } from "./watch/ensure-watcher.ts";

/** Writes to a role as the human, from wherever that human sits; `onFailure` is told why nobody could be told of it. */
export async function sendAsUser(
  session: OpenArmy,
  letter: Letter,
  context: Context,
  onFailure: (error: unknown) => void = () => {},
): Promise<Sent> {
  const { store, roster } = session;
  const { to, body, subject = subjectOf(body), priority } = letter;
  const tell = await openRing(session, context);
  const ring: Ring = (...told) =>
    tell(...told).catch((error: unknown) => {
      onFailure(error);
      throw error;
    });
  const mail = courier({ store, roster, clock: context.clock, ring });
  const sent = await mail.send({ from: USER, to, subject, body, priority });
  await ensureWatcher(session.entry, context);
  return sent;
}

const SUBJECT_FROM_TEXT = 60;

/** The first words of a text, for whoever did not think of a subject. */
function subjectOf(body: string): string {
  const characters = [...visibleLine(body.trim().split("\n")[0] ?? "")];
  return characters.length > SUBJECT_FROM_TEXT
    ? `${characters.slice(0, SUBJECT_FROM_TEXT - 1).join("")}…`
    : characters.join("");
}
