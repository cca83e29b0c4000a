#!/bin/sh
# parked.sh BELL
# Its agent is held back: the turn ends here, with the reason.
umask 077
reason=
{ IFS= read -r reason <"$1/parked"; } 2>/dev/null || exit 0
echo "ready $PPID" 1<>"$1/mood"
printf '{"continue":false,"stopReason":"%s"}\n' "$reason"
exit 0
