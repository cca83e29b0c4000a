#!/bin/sh
# mood.sh BELL MOOD [why]
# Notes what its agent does. With `why`, the event that tells it is kept too. Else it starts no program.
[ "$2" = busy ] && [ -e "$1/parked" ] && exec "${0%/*}/parked.sh" "$1"
if [ -n "$3" ]; then
  event=$(dd bs=4096 count=1 2>/dev/null)
  printf '%s\n%s\n' "$2 $PPID" "$event" 1<>"$1/mood"
else
  mood=
  { IFS= read -r mood <"$1/mood"; } 2>/dev/null
  # Before the first hook of a new agent, only the one before it can have ended.
  [ "$mood $2" = "starting gone" ] && exit 0
  [ "$mood" = "$2 $PPID" ] || echo "$2 $PPID" 1<>"$1/mood"
fi
exit 0
