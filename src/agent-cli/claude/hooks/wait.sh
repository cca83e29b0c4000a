#!/bin/sh
# wait.sh BELL MARK [patiently]
# Waits for a ring, then wakes its agent: Claude Code starts a turn with what this leaves on stderr when it exits with 2.
# The agent's relay holds the ring's other end for as long as it lives, so the kernel tells when there is nobody to wait for.
umask 077
bell=$1 mark=$2
cd / || exit 0

# A shell that fails ends with 2 as well: only a ring may look like a ring.
status=0
trap 'exit "$status"' EXIT

began_of() {
  began=
  { IFS= read -r began <"/proc/$1/stat"; } 2>/dev/null
  set -- ${began##*) }
  began=${20}
}

# One waits at a time, the newest: Claude Code may have forgotten an older one.
is_waiting() {
  began_of "$1"
  if [ -n "$began" ]; then
    [ "$began" = "$2" ]
  elif [ -e /proc/self/stat ]; then
    # It has ended.
    false
  else
    case $(ps -o args= -p "$1" 2>/dev/null) in *"$0 $bell "*) ;; *) false ;; esac
  fi
}
older= since=
{ read -r older since <"$bell/waiter"; } 2>/dev/null
[ -n "$older" ] && is_waiting "$older" "$since" && kill "$older" 2>/dev/null
began_of $$
echo "$$ $began" >"$bell/waiter"

announce() {
  [ -e "$bell/parked" ] && return
  told=$mark
  [ -e "$mark.urgent" ] && told=$mark.urgent
  { IFS= read -r line <"$told"; } 2>/dev/null || return
  echo "busy $PPID" 1<>"$bell/mood"
  printf '%s\n' "$line" >&2
  status=2
  exit
}

[ -p "$bell/ring" ] || mkfifo -m 600 "$bell/ring" 2>/dev/null
if [ -n "$3" ]; then
  # The relay may still be starting. An agent whose relay is there, and was asked for its tools, is ready.
  exec 4<"$bell/ring"
  mood=
  { IFS= read -r mood <"$bell/mood"; } 2>/dev/null
  case $mood in
    "starting $PPID") echo "ready $PPID" 1<>"$bell/mood" ;;
    *" $PPID") ;;
    *) echo "ready $PPID" 1<>"$bell/mood" ;;
  esac
else
  # With both ends open for a moment this never blocks; without a relay the first read finds the end.
  exec 3<>"$bell/ring"
  exec 4<"$bell/ring"
  exec 3>&-
fi

# Armed first, looked second: mail that came before there was anybody to ring is announced by whoever claims it, this or stop.sh.
if [ ! -e "$bell/parked" ] && { IFS= read -r line && IFS= read -r version; } 2>/dev/null <"$mark"; then
  newest=${version#*'"newest":"'}
  set -C
  true 2>/dev/null >"$bell/told-${newest%%'"'*}" && set +C && announce
  set +C
fi

# A ring can be older than the last look into the inbox: it counts only while there is unread mail.
while IFS= read -r ring <&4; do
  [ "$ring" = bye ] && exit
  announce
done
