import type { VerbTable } from "./verb.ts";

/** Every verb, in the order of the help: its group, and its file, loaded only when it runs. */
export const verbs: VerbTable = {
  summon: { group: "army", load: async () => (await import("./summon/summon.ts")).summon },
  unsummon: { group: "army", load: async () => (await import("./unsummon.ts")).unsummon },
  attach: { group: "army", load: async () => (await import("./attach.ts")).attach },
  status: { group: "army", load: async () => (await import("./status.ts")).status },
  restart: { group: "army", load: async () => (await import("./restart.ts")).restart },
  dashboard: { group: "army", load: async () => (await import("./dashboard.ts")).dashboard },
  cost: { group: "army", load: async () => (await import("./cost.ts")).cost },
  ritual: { group: "army", load: async () => (await import("./ritual.ts")).ritual },
  serve: { group: "army", load: async () => (await import("./serve/serve.ts")).serve },
  send: { group: "mail", load: async () => (await import("./send.ts")).send },
  inbox: { group: "mail", load: async () => (await import("./inbox.ts")).inbox },
  log: { group: "mail", load: async () => (await import("./log.ts")).log },
  report: { group: "mail", load: async () => (await import("./report.ts")).report },
  demo: { group: "setup", load: async () => (await import("./demo/demo.ts")).demo },
  init: { group: "setup", load: async () => (await import("./init.ts")).init },
  doctor: { group: "setup", load: async () => (await import("./doctor/doctor.ts")).doctor },
  config: { group: "setup", load: async () => (await import("./config.ts")).config },
  paths: { group: "setup", load: async () => (await import("./paths.ts")).paths },
  purge: { group: "setup", load: async () => (await import("./purge/purge.ts")).purge },
  completions: { group: "setup", load: async () => (await import("./completions.ts")).completions },
  help: { group: "setup", load: async () => (await import("./help.ts")).help },
  watch: { group: "inner", load: async () => (await import("./watch/watch.ts")).watch },
  relay: { group: "inner", load: async () => (await import("./relay.ts")).relay },
};
