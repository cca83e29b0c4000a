import { entry } from "./error-entry.ts";

/** Mail and the relay. */
export const mailErrors = {
  "role-unknown": entry("not-found", {
    message: (v: { role: string; known: readonly string[] }) =>
      `no role called "${v.role}"; there are: ${v.known.join(", ")}`,
    hint: () => "Name one of these. Nothing was done.",
  }),
  "subject-too-long": entry("usage", {
    message: (v: { characters: number; limit: number }) =>
      `the subject has ${v.characters} characters; at most ${v.limit} are allowed`,
    hint: () => "Shorten the subject and put the rest into the body. Nothing was sent.",
  }),
  "body-too-long": entry("usage", {
    message: (v: { bytes: number; limit: number }) => `the body has ${v.bytes} bytes; at most ${v.limit} are allowed`,
    hint: () => "Write the text to a file in the project and send its path. Nothing was sent.",
  }),
  "store-missing": entry("store", {
    message: (v: { folder: string }) => `there is no relay store in ${v.folder}`,
    hint: () =>
      "The army was dismissed, or OVLD_RELAY_DIR points to the wrong place. `ovld status --all` shows who is there.",
  }),
  "store-damaged": entry("store", {
    message: (v: { file: string }) => `${v.file} is not what the relay store put there`,
    hint: () => "Something changed the store. Dismiss the army and summon it again.",
  }),
  "relay-environment": entry("config", {
    message: (v: { variable: string }) => `${v.variable} is not set`,
    hint: () => "The relay is started by an army's agents, which set OVLD_ROLE, OVLD_RELAY_DIR and OVLD_SESSION.",
  }),
} as const;
