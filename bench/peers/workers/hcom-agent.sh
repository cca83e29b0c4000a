#!/bin/sh
# The program `claude` that hcom starts: the scripted agent, which calls hcom's hooks as Claude Code does. What the
# hooks answer goes into the file $AGENT_NOTES.heard: that is what a model would read.
notes=$AGENT_NOTES
: >"$notes"
hook() {
  printf '{"session_id":"%s","transcript_path":"%s.transcript","cwd":"%s","hook_event_name":"%s","source":"startup","prompt":"<hcom>","tool_name":"Bash","tool_input":{"command":"true"},"tool_response":{}}' \
    "$AGENT_SESSION" "$notes" "$PWD" "$2" | hcom "$1" >>"$notes.heard" 2>&1
}
echo '{}' >"$notes.transcript"
hook sessionstart SessionStart
case $AGENT_MODES in
*busy*)
  hook userpromptsubmit UserPromptSubmit
  (while kill -0 $$; do hook post PostToolUse; sleep 0.3; done) </dev/null >/dev/null 2>&1 &
  ;;
*) hook poll Stop ;;
esac
(tail -n0 -f --pid=$$ "$notes" | while read -r _; do
  hook userpromptsubmit UserPromptSubmit
  case $AGENT_MODES in *busy*) ;; *) hook poll Stop ;; esac
done) </dev/null >/dev/null 2>&1 &
echo $$ >"$notes.pid"
# shellcheck disable=SC2086
exec "$AGENT_NODE" "$AGENT_PROGRAM" "$notes" $AGENT_MODES
