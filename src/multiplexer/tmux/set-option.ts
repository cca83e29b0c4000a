import type { TmuxCommand } from "./command.ts";

export function setForPane(pane: string, option: string, value: string): TmuxCommand {
  return ["set-option", "-p", "-t", pane, option, value];
}

export function setForWindow(window: string, option: string, value: string): TmuxCommand {
  return ["set-option", "-w", "-t", window, option, value];
}
