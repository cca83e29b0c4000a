#!/bin/sh
# own-mail.sh FOLDER REASON
# Denies a subagent the mail of its agent: the mail would end with the subagent's conversation.
event=$(dd bs=4096 count=1 2>/dev/null)
case ${event%%'"hook_event_name"'*} in *'"agent_id"'*) ;; *) exit 0 ;; esac
printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"%s"}}\n' "$2"
exit 0
