#!/bin/sh
# own-mail.sh BELL REASON
# A subagent would take its agent's mail into a conversation of its own, which ends with it: it is refused, and told why.
event=$(dd bs=4096 count=1 2>/dev/null)
case ${event%%'"hook_event_name"'*} in *'"agent_id"'*) ;; *) exit 0 ;; esac
printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"%s"}}\n' "$2"
exit 0
