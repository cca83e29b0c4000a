import { chmod, lstat } from "node:fs/promises";
import { dismissAlone } from "#app/lifecycle/dismiss-army.ts";
import { remainsOf } from "#app/summon/existing-army.ts";
import { fileFailure } from "#base/files.ts";
import type { Context } from "#cli/frame/context.ts";
import { errorText } from "#cli/frame/report-error.ts";
import type { Config } from "#config/settings.ts";
import { OvldError } from "#errors/ovld-error.ts";
import type { SessionEntry } from "#home/session-entry.ts";
import { findLeftovers, openToOthers, removeLeftover } from "./leftovers.ts";
import { damagedMail } from "./mail.ts";

export interface Repair {
  done: boolean;
  text: string;
}

const OTHERS = 0o077;

/** Harmless repairs only: removes access for other users, and leftovers. Unread mail always stays. */
export async function repair(context: Context, config: Config): Promise<Repair[]> {
  const { done } = context.words.doctor.repairs;
  const repairs: Repair[] = [];
  const attempt = async (subject: string, work: () => Promise<string>) => {
    repairs.push(await outcome(subject, work, context));
  };
  for (const path of openToOthers(context))
    await attempt(path, async () => {
      await close(path);
      return done.closed(path);
    });
  const left = await findLeftovers(context, config);
  for (const path of [...left.sockets, ...left.files])
    await attempt(path, async () => {
      await removeLeftover(path, context);
      return done.removed(path);
    });
  for (const line of await damagedMail(context, { setAside: true }).catch(() => []))
    repairs.push({ done: true, text: done.setAside(line) });
  for (const entry of left.orphans) repairs.push(await removeOrphan(entry, config, context));
  return repairs;
}

async function outcome(subject: string, work: () => Promise<string>, { words }: Context): Promise<Repair> {
  try {
    return { done: true, text: await work() };
  } catch (error) {
    if (OvldError.is(error, "cancelled")) throw error;
    return { done: false, text: words.doctor.repairs.failed(subject, errorText(error, words).message) };
  }
}

async function close(path: string): Promise<void> {
  try {
    await chmod(path, (await lstat(path)).mode & 0o777 & ~OTHERS);
  } catch (error) {
    throw fileFailure("write", path, error);
  }
}

/** Keeps an army that ended with unread mail or conversations: only the user decides about it. */
async function removeOrphan(entry: SessionEntry, config: Config, context: Context): Promise<Repair> {
  const { repairs } = context.words.doctor;
  try {
    const { unread, conversations } = await remainsOf(entry, context);
    if (unread > 0 || conversations > 0) return { done: false, text: repairs.kept(entry.name, unread, conversations) };
  } catch (error) {
    return { done: false, text: repairs.failed(entry.name, errorText(error, context.words).message) };
  }
  const work = async () => {
    await dismissAlone(entry, config, context, { isOver: true });
    return repairs.done.orphan(entry.name);
  };
  return outcome(entry.name, work, context);
}
