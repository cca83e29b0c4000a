#!/bin/sh
# step.sh FOLDER
# A tool batch is done and its results are about to be sent to the model: the file of steps grows by a byte.
umask 077
event=$(dd bs=4096 count=1 2>/dev/null)
# A subagent's tool batch: that of its agent may still be running.
case ${event%%'"hook_event_name"'*} in *'"agent_id"'*) exit 0 ;; esac
# An agent that is still ending must not report for its successor.
agent=
{ read -r agent <"$1/agent"; } 2>/dev/null
[ "${agent:-$PPID}" = "$PPID" ] || exit 0
{ printf . >>"$1/steps"; } 2>/dev/null
exit 0
