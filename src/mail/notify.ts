import { OvldError, reasonOf } from "#errors/ovld-error.ts";
import type { Message, RoleId, WaitReason, WakeWay } from "./message.ts";

/** The part of a stored message that a notification contains: never its text. */
export type Notification = Pick<Message, "id" | "from" | "priority"> & {
  /** The message is half-way to its deadline, so a recipient that seems busy is notified too. */
  insist?: boolean;
};

export type NotifyOutcome = { state: "woken"; by: WakeWay } | { state: "queued"; why: WaitReason };

/** Notifies a recipient of stored mail. A failure loses the notification, never the mail. */
export type Notifier = (role: RoleId, notification: Notification) => Promise<NotifyOutcome>;

/** Notifies the recipient. Returns a failure as an outcome. */
export async function notify(
  notifier: Notifier,
  { to, id, from, priority }: Message,
  more: Pick<Notification, "insist"> = {},
): Promise<NotifyOutcome & { reason?: string }> {
  try {
    return await notifier(to, { id, from, priority, ...more });
  } catch (error) {
    const isGone = OvldError.is(error, "agent-gone", "pane-gone", "pane-exited", "session-ended");
    return { state: "queued", why: isGone ? "no-agent" : "failed", reason: reasonOf(error) };
  }
}
