#!/bin/sh
# step.sh BELL
# Everything that the model asked for in one breath is done, and the model is about to be told: the file of steps grows by a byte.
umask 077
event=$(dd bs=4096 count=1 2>/dev/null)
# A subagent's step: the agent beside it may still be in the middle of its own.
case ${event%%'"hook_event_name"'*} in *'"agent_id"'*) exit 0 ;; esac
# An agent that is still ending when another has its place tells nothing of that one.
agent=
{ read -r agent <"$1/agent"; } 2>/dev/null
[ "${agent:-$PPID}" = "$PPID" ] || exit 0
{ printf . >>"$1/steps"; } 2>/dev/null
exit 0
