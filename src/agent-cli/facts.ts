/** What a CLI may be unable to do. Everything else is promised by the contracts of the ports. */
export const inabilities = ["tell-limit-end", "tell-start-questions"] as const;
export type Inability = (typeof inabilities)[number];

export interface AgentFacts {
  /** What agents of this CLI cannot do, for people to know. */
  readonly cannot: readonly Inability[];
}
