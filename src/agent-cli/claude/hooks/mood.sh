#!/bin/sh
# mood.sh BELL MOOD [why]
# Notes what its agent does; one that is `idle` is ready, unless it is at its limit. With `why`, the event that tells it is kept
# too. Else it starts no program.
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
    # Another agent has its place, or is about to: only the one before it has ended.
    gone*) exit 0 ;;
    # Claude Code calls it idle a minute after any turn, whatever ended it.
    "idle over limited $PPID") exit 0 ;;
    "idle over ready $PPID"*) exit 0 ;;
    # The end of its turn was missed, or this hook is late and another turn has begun: it is no proof of anything.
    idle*) name=ready how=" idle" ;;
  esac
  [ "$mood" = "$name $PPID" ] || echo "$name $PPID$how" 1<>"$1/mood"
fi
exit 0
