#!/bin/sh
# stop.sh FOLDER MARK
# Announces mail that came during a turn before the agent rests: each mail once, and at most three times in a row.
# Without mail it starts no program.
umask 077
folder=$1 mark=$2

rest() {
  [ -s "$folder/blocks" ] && true >"$folder/blocks"
  exit 0
}

# An agent that is still ending must not report for its successor.
agent=
{ read -r agent <"$folder/agent"; } 2>/dev/null
[ "${agent:-$PPID}" = "$PPID" ] || exit 0
# The end of a turn proves that the model has all results; a tool batch alone proves half of that.
{ printf .. >>"$folder/steps"; } 2>/dev/null
# Mood first, mail second. A sender marks mail first and reads the mood second, so at least one of the two sees the
# other.
echo "ready $PPID" 1<>"$folder/mood"
[ -e "$mark" ] || rest
[ -e "$folder/parked" ] && rest

{ IFS= read -r line && IFS= read -r version; } 2>/dev/null <"$mark" || rest
blocks=
{ read -r blocks <"$folder/blocks"; } 2>/dev/null
if [ "${blocks:=0}" -ge 3 ]; then
  case $(dd bs=4096 count=1 2>/dev/null) in *'"stop_hook_active":true'*) rest ;; esac
  blocks=0
fi
newest=${version#*'"newest":"'}
told=$folder/told-${newest%%'"'*}
[ -e "$told" ] && rest
# An announced id never becomes the newest again, and the files would pile up in an army that runs for long.
set -- "$folder"/told-*
[ $# -gt 100 ] && rm -f "$@"
set -C
true 2>/dev/null >"$told" || { set +C && rest; }
set +C
echo $((blocks + 1)) >"$folder/blocks"
echo "busy $PPID" 1<>"$folder/mood"
printf '{"decision":"block","reason":"%s"}\n' "$line"
exit 0
