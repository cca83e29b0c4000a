/** What `ovld serve` says when it starts, and the titles of the API's problems. */
export const enApi = {
  serving: (url: string) => `The API listens on ${url}`,
  login: (url: string, minutes: number) => `Browser: ${url}  (works once, for ${minutes} minutes)`,
  token: (file: string) => `Programs: send the token in ${file} as Authorization: Bearer`,
  insecure: (url: string) =>
    `${url} can be reached from other machines, unencrypted: whoever listens on the way gets the token.`,
  unconfined: (armies: readonly string[]) =>
    `${armies.join(", ")} ${armies.length === 1 ? "runs" : "run"} in a sandbox, but armies summoned over the API would not. Set sandbox.engine in config.toml, or serve without these armies.`,
  stop: "Ctrl-C ends it; armies go on.",
  titles: {
    bug: "A bug in ovld",
    usage: "The request was not accepted",
    config: "A setting, a formation or the environment is wrong",
    "missing-program": "A program that is needed is missing or too old",
    "not-found": "Not found",
    conflict: "Something else has it",
    "program-failed": "A program that ovld called failed",
    store: "A file could not be read or written",
    sandbox: "The sandbox could not be set up",
    cancelled: "Cancelled",
  },
};
