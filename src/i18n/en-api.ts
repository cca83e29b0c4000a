/** Startup messages of `ovld serve`, and titles of the API's error responses. */
export const enApi = {
  serving: (url: string) => `The API listens on ${url}`,
  login: (url: string, minutes: number) => `Browser: ${url}  (works once, within ${minutes} minutes)`,
  token: (file: string) => `Programs: send the token in ${file} as Authorization: Bearer`,
  insecure: (url: string) =>
    `Other machines can reach ${url} without encryption, so the token can be intercepted. Use --tls-cert and --tls-key, or a TLS proxy.`,
  unconfined: (armies: readonly string[]) =>
    `${armies.join(", ")} ${armies.length === 1 ? "runs" : "run"} in a sandbox, but armies summoned over the API would not. Set sandbox.engine in config.toml, or unsummon these armies first.`,
  stop: "Press Ctrl-C to stop the server; armies keep running.",
  titles: {
    bug: "A bug in ovld",
    usage: "Invalid request",
    config: "Invalid setting, formation or environment",
    "missing-program": "A required program is missing or too old",
    "not-found": "Not found",
    conflict: "Conflict",
    "program-failed": "A program that ovld ran failed",
    store: "A file could not be read or written",
    sandbox: "The sandbox could not be set up",
    cancelled: "Cancelled",
  },
};
