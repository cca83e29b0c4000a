import type { OpenArmy } from "#app/armies/open-army.ts";
import type { Services } from "#app/services.ts";
import { ensureWatcher } from "#app/supervisor/ensure-watcher.ts";
import { visibleLine } from "#base/visible-text.ts";
import type { Letter } from "#mail/compose.ts";
import { mailer, type Sent } from "#mail/mailer.ts";
import { USER } from "#mail/message.ts";
import type { Notifier } from "#mail/notify.ts";
import { openNotifier } from "./open-notifier.ts";

/** Sends a message from the user to a role. `onFailure` receives the error if the recipient cannot be notified. */
export async function sendAsUser(
  session: OpenArmy,
  letter: Letter,
  services: Services,
  onFailure: (error: unknown) => void = () => {},
): Promise<Sent> {
  const { store, roster } = session;
  const { to, body, subject = subjectOf(body), priority } = letter;
  const plain = await openNotifier(session, services);
  const notifier: Notifier = (...notification) =>
    plain(...notification).catch((error: unknown) => {
      onFailure(error);
      throw error;
    });
  const mail = mailer({ store, roster, clock: services.clock, notifier });
  const sent = await mail.send({ from: USER, to, subject, body, priority });
  await ensureWatcher(session.entry, services);
  return sent;
}

const SUBJECT_FROM_TEXT = 60;

/** The first words of the text, as a subject. */
function subjectOf(body: string): string {
  const characters = [...visibleLine(body.trim().split("\n")[0] ?? "")];
  return characters.length > SUBJECT_FROM_TEXT
    ? `${characters.slice(0, SUBJECT_FROM_TEXT - 1).join("")}…`
    : characters.join("");
}
