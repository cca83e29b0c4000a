/** Tokens by price category. */
export interface TokenUse {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

/** Total use of one agent. Reads only records since the last call. */
export type Meter = () => Promise<TokenUse>;
