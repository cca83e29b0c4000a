#!/bin/sh
# start.sh FOLDER
# Records a new conversation: its id for a resume, its transcript for the meter, and the agent's process. wait.sh
# reports when a new agent is ready, possibly before this. In a running agent a new conversation is ready at once,
# unless the account is at its limit.
umask 077
folder=$1 agent= mood= boot= stat=
event=$(dd bs=4096 count=1 2>/dev/null)
id=${event#*'"session_id":"'} path=${event#*'"transcript_path":"'}
[ "$id" = "$event" ] || printf '%s\n' "${id%%'"'*}" >"$folder/conversation"
[ "$path" = "$event" ] || printf '%s\n' "${path%%'"'*}" >>"$folder/transcripts"
{ read -r agent <"$folder/agent"; } 2>/dev/null
{ IFS= read -r mood <"$folder/mood"; } 2>/dev/null
if [ "$agent" = "$PPID" ]; then
  [ "$mood" = "limited $PPID" ] || echo "ready $PPID" 1<>"$folder/mood"
  exit 0
fi
case $mood in starting* | *" $PPID") ;; *) echo "starting $PPID" 1<>"$folder/mood" ;; esac
{ IFS= read -r boot </proc/sys/kernel/random/boot_id && IFS= read -r stat <"/proc/$PPID/stat"; } 2>/dev/null
set -- ${stat##*) }
printf '%s\n%s\n' "$PPID" "${20:+$boot:${20}}" >"$folder/agent"
exit 0
