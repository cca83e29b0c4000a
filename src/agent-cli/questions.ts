import type { Autonomy } from "./launch.ts";

/** Trust in the folder; permission to do everything; theme and login on the first start; choice of an API key. */
export const startDialogs = ["trust", "bypass", "onboarding", "login"] as const;
export type StartDialog = (typeof startDialogs)[number];

/** Directory and options of a possible start of an agent. */
export interface StartContext {
  directory: string;
  env: Readonly<Record<string, string | undefined>>;
  autonomy: Autonomy;
}

export interface StartQuestion {
  dialog: StartDialog;
  /** Flags with which the program asks a person the same question. */
  flags: readonly string[];
}

/** Questions that a person must answer once before agents can start. */
export interface AgentQuestions {
  /** The questions that an agent would start with here, predicted from the CLI's own files. */
  unanswered(context: StartContext): Promise<StartQuestion[]>;
}
