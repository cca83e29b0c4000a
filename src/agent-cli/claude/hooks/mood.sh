#!/bin/sh
# mood.sh FOLDER MOOD [why]
# Records the mood of its agent. `idle` means ready, unless the agent is at its limit. With `why`, the event is recorded
# too; without it no program is started.
umask 077
[ "$2" = busy ] && [ -e "$1/parked" ] && exec "${0%/*}/parked.sh" "$1"
if [ -n "$3" ]; then
  event=$(dd bs=4096 count=1 2>/dev/null)
  printf '%s\n%s\n' "$2 $PPID" "$event" 1<>"$1/mood"
else
  name=$2 mood= how=
  { IFS= read -r mood <"$1/mood"; } 2>/dev/null
  case "$name over $mood" in
    "gone over "*" $PPID" | "gone over "*" $PPID "*) ;;
    # A newer agent has its place or is about to start: only the older one has ended.
    gone*) exit 0 ;;
    # Claude Code reports idle a minute after any turn, also after one that failed.
    "idle over limited $PPID") exit 0 ;;
    "idle over ready $PPID"*) exit 0 ;;
    # Either the end of the turn was missed, or this hook is late and another turn has begun: the mood is a guess.
    idle*) name=ready how=" idle" ;;
  esac
  [ "$mood" = "$name $PPID" ] || echo "$name $PPID$how" 1<>"$1/mood"
fi
exit 0
