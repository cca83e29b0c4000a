/** Metadata of a relay request: pi's id of the tool call, as in the conversation's file. */
export const TOOL_CALL = "ovld/toolCallId";
