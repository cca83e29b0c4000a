import type { TmuxCommand } from "./command.ts";

/**
 * Keeps a session that nobody looks at, whatever a person has set: the second option is the whole server's, which would
 * end as soon as the call that made the session is over.
 */
export function keepUnattached(session: string): TmuxCommand[] {
  return [
    ["set-option", "-t", session, "destroy-unattached", "off"],
    ["set-option", "-s", "exit-unattached", "off"],
  ];
}
