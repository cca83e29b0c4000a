export interface SendOptions {
  /** Presses Enter behind the text, as by default; without it the text is only put there. */
  readonly enter?: boolean | undefined;
}

export interface WindowChoice {
  /** The session that this manager made last, unless another is named. */
  readonly session?: string | undefined;
  /** The window that is shown, unless another is named. */
  readonly window?: string | undefined;
}

export interface SubscribeOptions {
  /** The session that this manager made last, unless another is named. */
  readonly session?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}
