/** The relay's name in Claude Code; its tools are `mcp__<name>__<tool>`. */
export const RELAY = "ovld-relay";
