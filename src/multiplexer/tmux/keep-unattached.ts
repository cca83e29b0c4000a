import type { TmuxCommand } from "./command.ts";

/**
 * Keeps a session without clients, whatever the user's settings say. `exit-unattached` is a server option: the server
 * would exit as soon as the call that made the session returns.
 */
export function keepUnattached(session: string): TmuxCommand[] {
  return [
    ["set-option", "-t", session, "destroy-unattached", "off"],
    ["set-option", "-s", "exit-unattached", "off"],
  ];
}
