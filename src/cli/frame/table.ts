import type { CommandTable } from "./command.ts";

/** Commands in the order of `ovld --help`. Each file is loaded only when its command runs. */
export const commands: CommandTable = {
  summon: { group: "army", load: async () => (await import("#cli/commands/summon/summon.ts")).summon },
  unsummon: { group: "army", load: async () => (await import("#cli/commands/unsummon.ts")).unsummon },
  attach: { group: "army", load: async () => (await import("#cli/commands/attach.ts")).attach },
  status: { group: "army", load: async () => (await import("#cli/commands/status.ts")).status },
  restart: { group: "army", load: async () => (await import("#cli/commands/restart.ts")).restart },
  dashboard: { group: "army", load: async () => (await import("#cli/commands/dashboard.ts")).dashboard },
  cost: { group: "army", load: async () => (await import("#cli/commands/cost.ts")).cost },
  ritual: { group: "army", load: async () => (await import("#cli/commands/ritual.ts")).ritual },
  work: { group: "army", load: async () => (await import("#cli/commands/work.ts")).work },
  serve: { group: "army", load: async () => (await import("#cli/commands/serve/serve.ts")).serve },
  send: { group: "mail", load: async () => (await import("#cli/commands/send.ts")).send },
  inbox: { group: "mail", load: async () => (await import("#cli/commands/inbox.ts")).inbox },
  log: { group: "mail", load: async () => (await import("#cli/commands/log.ts")).log },
  report: { group: "mail", load: async () => (await import("#cli/commands/report.ts")).report },
  demo: { group: "setup", load: async () => (await import("#cli/commands/demo/demo.ts")).demo },
  init: { group: "setup", load: async () => (await import("#cli/commands/init.ts")).init },
  doctor: { group: "setup", load: async () => (await import("#cli/commands/doctor/doctor.ts")).doctor },
  config: { group: "setup", load: async () => (await import("#cli/commands/config.ts")).config },
  paths: { group: "setup", load: async () => (await import("#cli/commands/paths.ts")).paths },
  purge: { group: "setup", load: async () => (await import("#cli/commands/purge/purge.ts")).purge },
  completions: {
    group: "setup",
    load: async () => (await import("#cli/commands/completions/completions.ts")).completions,
  },
  help: { group: "setup", load: async () => (await import("#cli/commands/help.ts")).help },
  watch: { group: "inner", load: async () => (await import("#cli/commands/watch.ts")).watch },
  relay: { group: "inner", load: async () => (await import("#cli/commands/relay.ts")).relay },
};
