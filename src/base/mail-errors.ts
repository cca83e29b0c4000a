import { entry } from "#errors/error-entry.ts";

/** Mail and the relay. */
export const mailErrors = {
  "role-unknown": entry("not-found", {
    message: (v: { role: string; known: readonly string[] }) =>
      `no role called "${v.role}"; there are: ${v.known.join(", ")}`,
    hint: () => "Name one of these. Nothing was done.",
  }),
  "role-ambiguous": entry("not-found", {
    message: (v: { role: string; known: readonly string[] }) => `"${v.role}" fits several roles: ${v.known.join(", ")}`,
    hint: () => "Type more of it, until only one fits. Nothing was done.",
  }),
  "subject-too-long": entry("usage", {
    message: (v: { characters: number; limit: number }) =>
      `the subject has ${v.characters} characters; at most ${v.limit} are allowed`,
    hint: () => "Shorten the subject and put the rest into the body. Nothing was sent.",
  }),
  "send-by-agent": entry("usage", {
    message: (v: { role: string }) =>
      `the agent of ${v.role} runs this command, and its message would come from the user`,
    hint: () =>
      "Agents write with their tool send_message. To write as the user all the same, add --as-user. Nothing was sent.",
  }),
  "body-empty": entry("usage", {
    message: (_: object) => "the message has no text",
    hint: () => "Say what is to be done. Nothing was sent, and nobody was woken.",
  }),
  "body-not-utf8": entry("usage", {
    message: (_: object) => "the text is not valid UTF-8",
    hint: () => "Convert it first, for example with `iconv -t UTF-8`. Nothing was sent.",
  }),
  "body-too-long": entry("usage", {
    message: (v: { limit: number }) => `the body has more than the ${v.limit} bytes that are allowed`,
    hint: () => "Write the text to a file in the project and send its path. Nothing was sent.",
  }),
  "routing-refused": entry("conflict", {
    message: (v: { from: string; to: string; allowed: readonly string[] }) =>
      `${v.from} may not write to ${v.to}: mail in this army goes along the ranks`,
    hint: (v) =>
      `Nothing was sent. ${v.allowed.length > 0 ? `You may write to: ${v.allowed.join(", ")}. Ask one of them to pass it on.` : "There is nobody you may write to."}`,
  }),
  "storm-pair": entry("conflict", {
    message: (v: { to: string; messages: number; seconds: number }) =>
      `you and ${v.to} exchanged ${v.messages} messages within a minute, which is the limit`,
    hint: (v) =>
      `Nothing was sent. Put what you have to say into one message, in ${v.seconds} seconds or later, or go on with your work.`,
  }),
  "storm-chain": entry("conflict", {
    message: (v: { to: string; hops: number; seconds: number }) =>
      `this exchange was cut: ${v.hops} quick answers followed each other, and the one to ${v.to} would be another`,
    hint: (v) =>
      `Nothing was sent. Do not answer this mail: do the work it asks for, or end your turn. If there is a result in ${v.seconds} seconds or later, send that.`,
  }),
  "storm-thanks": entry("conflict", {
    message: (v: { to: string }) => `${v.to} only thanked or confirmed, and so does this`,
    hint: () => "Nothing was sent, and nobody waits for it. Go on with your work, or end your turn.",
  }),
  "store-missing": entry("store", {
    message: (v: { folder: string }) => `there is no relay store in ${v.folder}`,
    hint: () =>
      "The army was dismissed, or OVLD_RELAY_DIR points to the wrong place. `ovld status --all` shows who is there, `ovld unsummon` removes what is left of one.",
  }),
  "store-damaged": entry("store", {
    message: (v: { file: string }) => `${v.file} is not what the relay store put there`,
    hint: () =>
      "Something changed the store. Move the army's relay folder, which holds its mail, out of `sessions`; then `ovld unsummon` works.",
  }),
  "relay-environment": entry("config", {
    message: (v: { variable: string }) => `${v.variable} is not set`,
    hint: () =>
      "It is not started by hand: `ovld summon` starts agents, and each starts its relay with OVLD_ROLE, OVLD_RELAY_DIR and OVLD_SESSION.",
  }),
} as const;
