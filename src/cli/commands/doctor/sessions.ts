import type { Context } from "#cli/frame/context.ts";
import type { Config } from "#config/settings.ts";
import { type Check, failure } from "./check.ts";
import { findLeftovers } from "./leftovers.ts";

/** Checks for orphans, stale sockets and stale locks. */
export async function checkSessions(context: Context, config: Config): Promise<Check[]> {
  const { words } = context;
  const { purposes } = words.doctor;
  const sessions = { name: "sessions", purpose: purposes.sessions, kind: "store" } as const;
  const sockets = { name: "sockets", purpose: purposes.sockets, kind: "store" } as const;
  const locks = { name: "locks", purpose: purposes.locks, kind: "store" } as const;
  try {
    const left = await findLeftovers(context, config);
    const orphans = left.orphans.map(({ name }) => name);
    return [
      {
        ...sessions,
        state: orphans.length > 0 ? "warning" : "ok",
        found: words.doctor.sessions(left.registered.length, orphans),
        fixes: left.orphans.map(({ name, directory }) => words.doctor.orphan(name, directory)),
      },
      { ...sockets, ...found(left.sockets, words.doctor.staleSockets(left.sockets.length)) },
      { ...locks, ...found(left.files, words.doctor.staleLocks(left.files.length)) },
    ];
  } catch (error) {
    return [{ ...sessions, ...failure(error, words) }];
  }
}

function found(leftovers: readonly string[], text: string): Pick<Check, "state" | "found" | "fixes"> {
  return {
    state: leftovers.length > 0 ? "warning" : "ok",
    // Agents choose some of these file names, so a suggested command must not contain them.
    found: leftovers.length > 0 ? `${text}: ${leftovers.join(", ")}` : text,
    fixes: leftovers.length > 0 ? ["ovld doctor --fix"] : [],
  };
}
