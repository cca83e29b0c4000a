import { entry } from "#errors/error-entry.ts";
import { describeExpectation, type Expectation } from "#errors/expectation.ts";

/** The HTTP API: starting it, and what it answers to requests that it does not fulfil. */
export const apiErrors = {
  "listen-open": entry("usage", {
    message: (v: { address: string }) =>
      `${v.address} can be reached from other machines, and tokens would travel there unencrypted`,
    hint: () => "Give --tls-cert and --tls-key, or say --insecure if something else encrypts. Nothing was started.",
  }),
  "listen-failed": entry("config", {
    message: (v: { address: string; reason: string }) => `cannot listen on ${v.address}: ${v.reason}`,
    hint: () => "Choose another address with --listen, or another port with --port.",
  }),
  "port-taken": entry("conflict", {
    message: (v: { address: string; port: number }) => `something already listens on port ${v.port} of ${v.address}`,
    hint: () => "Perhaps `ovld serve` runs already. Choose another port with --port; 0 takes any that is free.",
  }),
  "tls-incomplete": entry("usage", {
    message: (_: object) => "--tls-cert and --tls-key need each other",
    hint: () => "Give both: the certificate, and its private key.",
  }),
  "tls-unusable": entry("config", {
    message: (v: { reason: string }) => `the certificate and its key cannot be used: ${v.reason}`,
    hint: () => "Both must be PEM files, and belong to each other.",
  }),

  "token-needed": entry("usage", {
    message: (_: object) => "this needs the token of this server",
    hint: () =>
      "Send `Authorization: Bearer <token>`; `ovld paths` shows the file that holds it. Browsers use a login link.",
  }),
  "login-spent": entry("usage", {
    message: (_: object) => "this login link was used already, or is too old",
    hint: () => "`ovld serve` shows a new one when it starts; POST /api/v1/logins makes one meanwhile.",
  }),
  "host-refused": entry("usage", {
    message: (v: { host: string }) => `"${v.host}" is not a name of this server`,
    hint: () => "Call it by its address, as `ovld serve` shows it.",
  }),
  "origin-refused": entry("usage", {
    message: (v: { origin: string }) => `requests from pages of "${v.origin}" are not answered`,
    hint: () => "Only the server's own pages may use it from a browser. Programs leave the Origin header away.",
  }),
  "route-unknown": entry("not-found", {
    message: (v: { path: string }) => `there is nothing at ${v.path}`,
    hint: () => "/api/v1/docs shows everything there is.",
  }),
  "method-refused": entry("usage", {
    message: (v: { method: string; path: string; known: readonly string[] }) =>
      `${v.path} does not take ${v.method}, but ${v.known.join(", ")}`,
    hint: () => "/api/v1/docs shows which method does what. Nothing was done.",
  }),
  "request-invalid": entry("usage", {
    message: (v: { place: string; expected: Expectation; found: string }) =>
      `${v.place} must be ${describeExpectation(v.expected)}, found ${v.found}`,
    hint: () => "/api/v1/docs shows what is expected. Nothing was done.",
  }),
  "request-key-unknown": entry("usage", {
    message: (v: { place: string; key: string }) => `${v.place} has no ${v.key}`,
    hint: () => "/api/v1/docs shows what is expected. Nothing was done.",
  }),
  "request-not-json": entry("usage", {
    message: (_: object) => "the body of the request is not JSON",
    hint: () => "Send one JSON object with Content-Type: application/json. Nothing was done.",
  }),
  "media-type-refused": entry("usage", {
    message: (_: object) => "the body of the request has another media type than application/json",
    hint: () => "Send one JSON object with Content-Type: application/json. Nothing was done.",
  }),
  "request-too-large": entry("usage", {
    message: (v: { limit: number }) => `the body of the request has more than ${v.limit} bytes`,
    hint: () => "Send less at once; put long texts into a file of the project and send its path. Nothing was done.",
  }),
  "too-many-requests": entry("conflict", {
    message: (v: { seconds: number }) => `too many requests; the next one is taken in ${v.seconds} s`,
    hint: () =>
      "Wait that long (the header Retry-After says it too); follow /api/v1/events instead of asking again and again.",
  }),
  "too-many-streams": entry("conflict", {
    message: (v: { limit: number }) => `${v.limit} clients listen to events already`,
    hint: () => "Close one of them first.",
  }),
  "upgrade-needed": entry("usage", {
    message: (v: { path: string }) => `${v.path} is a WebSocket`,
    hint: () => "Open it as one; docs/api.md says what is sent. GET …/screen tells the screen once.",
  }),
  "too-many-terminals": entry("conflict", {
    message: (v: { limit: number }) => `${v.limit} terminals are watched already`,
    hint: () => "Close one of them first.",
  }),
  "take-needed": entry("conflict", {
    message: (v: { role: string }) => `the keys of ${v.role} are not yours: nothing was pressed`,
    hint: () => 'Send {"type":"take"} first. They are given back after a pause.',
  }),
  "pane-taken": entry("conflict", {
    message: (v: { role: string }) => `somebody else has the keys of ${v.role}`,
    hint: () => "They are free again when that one gives them back, or after a pause.",
  }),
  "keys-visible": entry("conflict", {
    message: (v: { role: string }) =>
      `other users of this machine could read the keys for ${v.role}: zellij takes them as arguments, which are in the process list`,
    hint: () => "Nothing was pressed. Summon the army on tmux, or mount /proc with hidepid=2.",
  }),
  "person-typing": entry("conflict", {
    message: (v: { role: string }) => `a person is typing in the pane of ${v.role}`,
    hint: () => "Nothing was pressed. Take the keys again when that person has finished.",
  }),
  "pane-unsizable": entry("usage", {
    message: (v: { role: string }) => `the multiplexer gives the pane of ${v.role} no size of its own`,
    hint: () => "Nothing was changed. Resize the terminal that shows the army.",
  }),
  "message-unknown": entry("not-found", {
    message: (v: { id: string; session: string }) => `session "${v.session}" has no message ${v.id}`,
    hint: () => "The id is mistyped or of another army. GET the session's messages lists them.",
  }),
} as const;
