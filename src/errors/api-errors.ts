import { entry } from "./error-entry.ts";
import { describeExpectation, type Expectation } from "./expectation.ts";

/** HTTP API: startup failures and refused requests. */
export const apiErrors = {
  "listen-open": entry("usage", {
    message: (v: { address: string }) => `other machines can reach ${v.address}, and tokens would be sent unencrypted`,
    hint: () => "Nothing was started. Use --tls-cert and --tls-key, or --insecure behind a TLS proxy.",
  }),
  "listen-failed": entry("config", {
    message: (v: { address: string; reason: string }) => `cannot listen on ${v.address}: ${v.reason}`,
    hint: () => "Use another address with --listen, or another port with --port.",
  }),
  "port-taken": entry("conflict", {
    message: (v: { address: string; port: number }) => `port ${v.port} of ${v.address} is already in use`,
    hint: () => "`ovld serve` may already be running. Use another port with --port; 0 selects a free one.",
  }),
  "tls-incomplete": entry("usage", {
    message: (_: object) => "--tls-cert and --tls-key must be used together",
    hint: () => "Pass both: the certificate, and its private key.",
  }),
  "tls-unusable": entry("config", {
    message: (v: { reason: string }) => `the certificate and its key cannot be used: ${v.reason}`,
    hint: () => "Use two PEM files: a certificate, and the private key of that certificate.",
  }),

  "token-needed": entry("usage", {
    message: (_: object) => "the request has no valid token",
    hint: () =>
      "Send `Authorization: Bearer <token>`; `ovld paths` shows the token file. In a browser, use a login link.",
  }),
  "login-spent": entry("usage", {
    message: (_: object) => "this login link is already used or expired",
    hint: () => "Create a new one with POST /api/v1/logins, or restart `ovld serve`.",
  }),
  "host-refused": entry("usage", {
    message: (v: { host: string }) => `"${v.host}" is not a name of this server`,
    hint: () => "Use the address that `ovld serve` prints.",
  }),
  "origin-refused": entry("usage", {
    message: (v: { origin: string }) => `requests from pages of "${v.origin}" are refused`,
    hint: () => "In a browser, use the server's own pages. In a program, omit the Origin header.",
  }),
  "route-unknown": entry("not-found", {
    message: (v: { path: string }) => `${v.path} does not exist`,
    hint: () => "See /api/v1/docs for all routes.",
  }),
  "method-refused": entry("usage", {
    message: (v: { method: string; path: string; known: readonly string[] }) =>
      `${v.path} does not allow ${v.method}; allowed: ${v.known.join(", ")}`,
    hint: () => "Nothing was changed. See /api/v1/docs for the methods of each route.",
  }),
  "request-invalid": entry("usage", {
    message: (v: { place: string; expected: Expectation; found: string }) =>
      `${v.place} must be ${describeExpectation(v.expected)}, found ${v.found}`,
    hint: () => "Nothing was changed. See /api/v1/docs for the expected request.",
  }),
  "request-key-unknown": entry("usage", {
    message: (v: { place: string; key: string }) => `${v.place} has the unknown key ${v.key}`,
    hint: () => "Nothing was changed. See /api/v1/docs for the expected request.",
  }),
  "request-not-json": entry("usage", {
    message: (_: object) => "the request body is not JSON",
    hint: () => "Nothing was changed. Send one JSON object with Content-Type: application/json.",
  }),
  "media-type-refused": entry("usage", {
    message: (_: object) => "the media type of the request body is not application/json",
    hint: () => "Nothing was changed. Send one JSON object with Content-Type: application/json.",
  }),
  "request-too-large": entry("usage", {
    message: (v: { limit: number }) => `the request body is larger than ${v.limit} bytes`,
    hint: () => "Nothing was changed. Put long text into a file of the project, and send its path.",
  }),
  "too-many-requests": entry("conflict", {
    message: (v: { seconds: number }) => `too many requests; retry in ${v.seconds} s`,
    hint: () => "Wait as long as the header Retry-After says. Use /api/v1/events instead of polling.",
  }),
  "too-many-streams": entry("conflict", {
    message: (v: { limit: number }) => `all ${v.limit} event streams are in use`,
    hint: () => "Close one of them first.",
  }),
  "upgrade-needed": entry("usage", {
    message: (v: { path: string }) => `${v.path} is a WebSocket`,
    hint: () => "Open a WebSocket connection; see docs/api.md. To read the screen once, use GET …/screen.",
  }),
  "too-many-terminals": entry("conflict", {
    message: (v: { limit: number }) => `all ${v.limit} terminal connections are in use`,
    hint: () => "Close one of them first.",
  }),
  "take-needed": entry("conflict", {
    message: (v: { role: string }) => `this client does not control the pane of ${v.role}`,
    hint: () => 'Nothing was typed. Send {"type":"take"} first; control ends after a pause without input.',
  }),
  "pane-taken": entry("conflict", {
    message: (v: { role: string }) => `another client controls the pane of ${v.role}`,
    hint: () => "Wait until that client releases the pane, or until a pause without input.",
  }),
  "keys-visible": entry("conflict", {
    message: (v: { role: string }) =>
      `other users could read the keys for ${v.role} in the process list, because zellij takes them as arguments`,
    hint: () => "Nothing was typed. Summon the army on tmux, or mount /proc with hidepid=2.",
  }),
  "person-typing": entry("conflict", {
    message: (v: { role: string }) => `a user is typing in the pane of ${v.role}`,
    hint: () => "Nothing was typed. Take control again when the user has finished.",
  }),
  "pane-unsizable": entry("usage", {
    message: (v: { role: string }) => `this multiplexer cannot resize the pane of ${v.role} alone`,
    hint: () => "Nothing was changed. Resize the terminal that shows the army.",
  }),
  "message-unknown": entry("not-found", {
    message: (v: { id: string; session: string }) => `session "${v.session}" has no message ${v.id}`,
    hint: () => "The id is mistyped or belongs to another army. List the messages of the session with GET.",
  }),
} as const;
