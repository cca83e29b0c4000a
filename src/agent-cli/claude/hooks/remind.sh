#!/bin/sh
# remind.sh BELL MARK RITUAL
# Gives an agent its ritual and its open mail back when its conversation was shortened, cleared or taken up again.
# The ritual stands ready as the inside of a JSON string, and so does the line about the mail.
line=
{ IFS= read -r line <"$2"; } 2>/dev/null
[ -e "$3" ] || [ -n "$line" ] || exit 0
printf '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"'
[ -e "$3" ] && cat "$3"
printf '%s"}}\n' "$line"
exit 0
