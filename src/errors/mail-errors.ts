import { entry } from "./error-entry.ts";

/** Mail and the relay. */
export const mailErrors = {
  "role-unknown": entry("not-found", {
    message: (v: { role: string; known: readonly string[] }) => `no role "${v.role}"; available: ${v.known.join(", ")}`,
    hint: () => "Nothing was changed. Use one of these roles.",
  }),
  "role-ambiguous": entry("not-found", {
    message: (v: { role: string; known: readonly string[] }) =>
      `"${v.role}" matches several roles: ${v.known.join(", ")}`,
    hint: () => "Nothing was changed. Use a longer prefix that matches only one.",
  }),
  "subject-too-long": entry("usage", {
    message: (v: { characters: number; limit: number }) =>
      `the subject has ${v.characters} characters; at most ${v.limit} are allowed`,
    hint: () => "Nothing was sent. Shorten the subject and put the rest into the body.",
  }),
  "send-by-agent": entry("usage", {
    message: (v: { role: string }) =>
      `the agent of ${v.role} runs this command, so the message would appear to come from the user`,
    hint: () => "Nothing was sent. Agents use the tool send_message. Use --as-user to send as the user anyway.",
  }),
  "body-empty": entry("usage", {
    message: (_: object) => "the message has no text",
    hint: () => "Nothing was sent. Add the text of the message.",
  }),
  "body-not-utf8": entry("usage", {
    message: (_: object) => "the text is not valid UTF-8",
    hint: () => "Nothing was sent. Convert the text, for example with `iconv -t UTF-8`.",
  }),
  "body-too-long": entry("usage", {
    message: (v: { limit: number }) => `the body is larger than ${v.limit} bytes`,
    hint: () => "Nothing was sent. Write the text to a file in the project and send its path.",
  }),
  "routing-refused": entry("conflict", {
    message: (v: { from: string; to: string; allowed: readonly string[] }) =>
      `${v.from} may not write to ${v.to}: mail in this army follows the ranks`,
    hint: (v) =>
      `Nothing was sent. ${v.allowed.length > 0 ? `You may write to: ${v.allowed.join(", ")}. Ask one of them to pass it on.` : "There is no role you may write to."}`,
  }),
  "storm-pair": entry("conflict", {
    message: (v: { to: string; messages: number; seconds: number }) =>
      `you and ${v.to} exchanged ${v.messages} messages within a minute, which is the limit`,
    hint: (v) =>
      `Nothing was sent. Wait ${v.seconds} seconds and send everything in one message, or continue your work.`,
  }),
  "storm-chain": entry("conflict", {
    message: (v: { to: string; hops: number; seconds: number }) =>
      `the loop guard stopped this exchange after ${v.hops} quick answers; the one to ${v.to} exceeds the limit`,
    hint: (v) =>
      `Nothing was sent. Do not answer this mail: do its work, or end your turn. If there is a result after ${v.seconds} seconds, send that.`,
  }),
  "storm-thanks": entry("conflict", {
    message: (v: { to: string }) => `this message only thanks or confirms, and so did the one from ${v.to}`,
    hint: () => "Nothing was sent; no answer is expected. Continue your work, or end your turn.",
  }),
  "store-missing": entry("store", {
    message: (v: { folder: string }) => `there is no relay store in ${v.folder}`,
    hint: () =>
      "The army was unsummoned, or OVLD_RELAY_DIR is wrong. Use `ovld status --all` to list armies, `ovld unsummon` to remove what is left.",
  }),
  "store-damaged": entry("store", {
    message: (v: { file: string }) => `${v.file} is not what the relay store created`,
    hint: () =>
      "Another program changed the store. Move the army's relay folder (its mail) out of `sessions`; then `ovld unsummon` works.",
  }),
  "relay-environment": entry("config", {
    message: (v: { variable: string }) => `${v.variable} is not set`,
    hint: () => "Use `ovld summon`: each agent starts its relay with OVLD_ROLE, OVLD_RELAY_DIR and OVLD_SESSION.",
  }),
} as const;
