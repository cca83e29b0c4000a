/** What Claude Code calls the relay; its tools are `mcp__<name>__<tool>`. */
export const RELAY = "ovld-relay";
