#!/bin/sh
# start.sh BELL
# A conversation starts; its id and the file it is written to are noted for whoever takes it up again or counts its tokens. Who
# its agent is tells later whether it is still there. Of one that has just come, wait.sh says when it is ready, and may have
# said so already; one that only begins anew is ready, unless it is at its limit, which is its account's.
umask 077
bell=$1 agent= mood= boot= stat=
event=$(dd bs=4096 count=1 2>/dev/null)
id=${event#*'"session_id":"'} path=${event#*'"transcript_path":"'}
[ "$id" = "$event" ] || printf '%s\n' "${id%%'"'*}" >"$bell/conversation"
[ "$path" = "$event" ] || printf '%s\n' "${path%%'"'*}" >>"$bell/transcripts"
{ read -r agent <"$bell/agent"; } 2>/dev/null
{ IFS= read -r mood <"$bell/mood"; } 2>/dev/null
if [ "$agent" = "$PPID" ]; then
  [ "$mood" = "limited $PPID" ] || echo "ready $PPID" 1<>"$bell/mood"
  exit 0
fi
case $mood in starting* | *" $PPID") ;; *) echo "starting $PPID" 1<>"$bell/mood" ;; esac
{ IFS= read -r boot </proc/sys/kernel/random/boot_id && IFS= read -r stat <"/proc/$PPID/stat"; } 2>/dev/null
set -- ${stat##*) }
printf '%s\n%s\n' "$PPID" "${20:+$boot:${20}}" >"$bell/agent"
exit 0
