#!/bin/sh
# stop.sh BELL MARK
# Mail that came while its agent worked is told before it rests: each mail once, and three times in a row at most.
# Without mail it starts no program.
umask 077
bell=$1 mark=$2

rest() {
  [ -s "$bell/blocks" ] && true >"$bell/blocks"
  exit 0
}

# An agent that is still ending when another has its place tells nothing of that one.
agent=
{ read -r agent <"$bell/agent"; } 2>/dev/null
[ "${agent:-$PPID}" = "$PPID" ] || exit 0
# Whoever ends a turn has been told of all that its steps brought; a step of its own proves half of that.
{ printf .. >>"$bell/steps"; } 2>/dev/null
# Mood first, mail second: who sends mail marks it first and looks at the mood second, so one of the two sees the other.
echo "ready $PPID" 1<>"$bell/mood"
[ -e "$mark" ] || rest
[ -e "$bell/parked" ] && rest

{ IFS= read -r line && IFS= read -r version; } 2>/dev/null <"$mark" || rest
blocks=
{ read -r blocks <"$bell/blocks"; } 2>/dev/null
if [ "${blocks:=0}" -ge 3 ]; then
  case $(dd bs=4096 count=1 2>/dev/null) in *'"stop_hook_active":true'*) rest ;; esac
  blocks=0
fi
newest=${version#*'"newest":"'}
told=$bell/told-${newest%%'"'*}
[ -e "$told" ] && rest
# What was told before is never the newest again; in an army that stands for long it would become many files.
set -- "$bell"/told-*
[ $# -gt 100 ] && rm -f "$@"
set -C
true 2>/dev/null >"$told" || { set +C && rest; }
set +C
echo $((blocks + 1)) >"$bell/blocks"
echo "busy $PPID" 1<>"$bell/mood"
printf '{"decision":"block","reason":"%s"}\n' "$line"
exit 0
