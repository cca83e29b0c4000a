#!/bin/sh
# parked.sh FOLDER
# Ends the turn of a parked agent, with the reason.
umask 077
reason=
{ IFS= read -r reason <"$1/parked"; } 2>/dev/null || exit 0
echo "ready $PPID" 1<>"$1/mood"
printf '{"continue":false,"stopReason":"%s"}\n' "$reason"
exit 0
