import { defineCommand } from "#cli/frame/command.ts";

export const relay = defineCommand({
  flags: {},
  examples: ["OVLD_ROLE=storm OVLD_RELAY_DIR=~/.config/ovld/relay OVLD_SESSION=ovld-mine ovld relay"],
  run: ({ wire, env }) => wire.relay(env),
});
