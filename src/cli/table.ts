import type { VerbTable } from "./verb.ts";

/** Every verb, in the order of the help: its group, and its file, loaded only when it runs. */
export const verbs: VerbTable = {
  init: { group: "setup", load: async () => (await import("./init.ts")).init },
  doctor: { group: "setup", load: async () => (await import("./doctor/doctor.ts")).doctor },
  config: { group: "setup", load: async () => (await import("./config.ts")).config },
  paths: { group: "setup", load: async () => (await import("./paths.ts")).paths },
  completions: { group: "setup", load: async () => (await import("./completions.ts")).completions },
  help: { group: "setup", load: async () => (await import("./help.ts")).help },
};
