#!/bin/sh
# wait.sh FOLDER MARK [patiently]
# Waits for a wake-up. With exit status 2 Claude Code starts a turn with the stderr of this hook. The agent's relay
# holds the write end of the FIFO while it lives, so its death is an EOF here.
umask 077
folder=$1 mark=$2
cd / || exit 0

# A failing shell exits with 2 as well, which must not look like a wake-up.
status=0
trap 'exit "$status"' EXIT

began_of() {
  began=
  { IFS= read -r began <"/proc/$1/stat"; } 2>/dev/null
  set -- ${began##*) }
  began=${20}
}

# Only the newest wait hook runs, because Claude Code may have lost track of an older one.
is_waiting() {
  began_of "$1"
  if [ -n "$began" ]; then
    [ "$began" = "$2" ]
  elif [ -e /proc/self/stat ]; then
    # It has ended.
    false
  else
    case $(ps -o args= -p "$1" 2>/dev/null) in *"$0 $folder "*) ;; *) false ;; esac
  fi
}
older= since=
{ read -r older since <"$folder/waiter"; } 2>/dev/null
[ -n "$older" ] && is_waiting "$older" "$since" && kill "$older" 2>/dev/null
began_of $$
echo "$$ $began" >"$folder/waiter"

announce() {
  [ -e "$folder/parked" ] && return
  told=$mark
  [ -e "$mark.urgent" ] && told=$mark.urgent
  { IFS= read -r line <"$told"; } 2>/dev/null || return
  echo "busy $PPID" 1<>"$folder/mood"
  printf '%s\n' "$line" >&2
  status=2
  exit
}

[ -p "$folder/ring" ] || mkfifo -m 600 "$folder/ring" 2>/dev/null
if [ -n "$3" ]; then
  # The relay may still be starting. Once it is there and was asked for its tools, the agent is ready.
  exec 4<"$folder/ring"
  mood=
  { IFS= read -r mood <"$folder/mood"; } 2>/dev/null
  case $mood in
    "starting $PPID") echo "ready $PPID" 1<>"$folder/mood" ;;
    *" $PPID") ;;
    *) echo "ready $PPID" 1<>"$folder/mood" ;;
  esac
else
  # With both ends open, opening never blocks; without a relay the first read returns EOF.
  exec 3<>"$folder/ring"
  exec 4<"$folder/ring"
  exec 3>&-
fi

# Arms first and checks for mail second. Mail from before is announced by the hook that claims it, this one or stop.sh.
if [ ! -e "$folder/parked" ] && { IFS= read -r line && IFS= read -r version; } 2>/dev/null <"$mark"; then
  newest=${version#*'"newest":"'}
  set -C
  true 2>/dev/null >"$folder/told-${newest%%'"'*}" && set +C && announce
  set +C
fi

# A wake-up can be older than the last read of the inbox, so it counts only with unread mail.
while IFS= read -r message <&4; do
  [ "$message" = bye ] && exit
  announce
done
