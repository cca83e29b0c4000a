import type { VerbTable } from "./frame/command.ts";

/** Every verb, in the order of the help: its group, and its file, loaded only when it runs. */
export const verbs: VerbTable = {
  summon: { group: "army", load: async () => (await import("./summon/summon.ts")).summon },
  unsummon: { group: "army", load: async () => (await import("./commands/unsummon.ts")).unsummon },
  attach: { group: "army", load: async () => (await import("./attach.ts")).attach },
  status: { group: "army", load: async () => (await import("./commands/status.ts")).status },
  restart: { group: "army", load: async () => (await import("./commands/restart.ts")).restart },
  dashboard: { group: "army", load: async () => (await import("./commands/dashboard.ts")).dashboard },
  cost: { group: "army", load: async () => (await import("./commands/cost.ts")).cost },
  ritual: { group: "army", load: async () => (await import("./ritual.ts")).ritual },
  serve: { group: "army", load: async () => (await import("./commands/serve/serve.ts")).serve },
  send: { group: "mail", load: async () => (await import("./commands/send.ts")).send },
  inbox: { group: "mail", load: async () => (await import("./commands/inbox.ts")).inbox },
  log: { group: "mail", load: async () => (await import("./commands/log.ts")).log },
  report: { group: "mail", load: async () => (await import("./commands/report.ts")).report },
  demo: { group: "setup", load: async () => (await import("./commands/demo/demo.ts")).demo },
  init: { group: "setup", load: async () => (await import("./commands/init.ts")).init },
  doctor: { group: "setup", load: async () => (await import("./commands/doctor/doctor.ts")).doctor },
  config: { group: "setup", load: async () => (await import("./commands/config.ts")).config },
  paths: { group: "setup", load: async () => (await import("./commands/paths.ts")).paths },
  purge: { group: "setup", load: async () => (await import("./commands/purge/purge.ts")).purge },
  completions: {
    group: "setup",
    load: async () => (await import("./commands/completions/completions.ts")).completions,
  },
  help: { group: "setup", load: async () => (await import("./commands/help.ts")).help },
  watch: { group: "inner", load: async () => (await import("./commands/watch.ts")).watch },
  relay: { group: "inner", load: async () => (await import("./commands/relay.ts")).relay },
};
