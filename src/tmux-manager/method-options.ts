export interface SendOptions {
  /** Presses Enter after the text; true by default. */
  readonly enter?: boolean | undefined;
}

export interface WindowChoice {
  /** By default the session that this manager made last. */
  readonly session?: string | undefined;
  /** By default the active window. */
  readonly window?: string | undefined;
}

export interface SubscribeOptions {
  /** By default the session that this manager made last. */
  readonly session?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}
