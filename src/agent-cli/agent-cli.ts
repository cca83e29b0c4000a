import type { AgentPaths } from "./agent-paths.ts";
import type { AgentFacts } from "./facts.ts";
import type { AgentLaunch, Conversations, HomeContext } from "./launch.ts";
import type { AgentChannels } from "./notify-channels.ts";
import type { AgentObserver } from "./observer.ts";
import type { AgentQuestions } from "./questions.ts";
import type { ScreenReader } from "./screen.ts";
import type { Transcript } from "./transcript.ts";
import type { Meter } from "./usage.ts";
import type { Waker } from "./waker.ts";

/** Wakes and observes an agent that runs. It needs no program, so a relay and another user's command have it, too. */
export interface AgentSenses {
  /** Wakes the agent without a keystroke. */
  readonly waker: Waker;
  /** Observes the agent by its own reports. */
  readonly observer: AgentObserver;
  readonly screen: ScreenReader;
  /** Tokens used, from the CLI's own records. */
  meter(paths: AgentPaths): Meter;
  /** The record of the agent's conversation. */
  transcript(paths: AgentPaths): Transcript;
  /** Conversations that the program has stored for this user. */
  conversations(env: HomeContext["env"]): Conversations;
}

/** The senses of an agent, by the CLI that its role runs. */
export type SensesOf = (paths: AgentPaths) => AgentSenses;

/** The program that fills a role. All knowledge of its flags, files and screens is behind this port. */
export interface AgentCli extends AgentSenses, AgentLaunch, AgentQuestions, AgentFacts, AgentChannels {}
