import { type ShellCommand, wordsFunctions } from "./shell-command.ts";

export function zshScript(commands: readonly ShellCommand[]): string {
  return `#compdef ovld
# zsh completion for ovld
${wordsFunctions(commands).replace("_ovld_words() {", "_ovld_words() {\n  emulate -L sh")}

_ovld() {
  local command="" position=0 i word offered
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    case "$word" in
      -*) ! _ovld_takes_value "$word" || i=$((i + 1)) ;;
      *) if [[ -z "$command" ]]; then command="$word"; else position=$((position + 1)); fi ;;
    esac
  done
  [[ -n "$command" ]] && position=$((position + 1))
  _ovld_words "$command" "\${words[CURRENT - 1]}" "\${words[CURRENT]}" "$position"
  compadd -- \${=offered}
}

# Found through fpath, this file is the function itself; sourced, it only says whose completion it is.
if [[ "\${funcstack[1]}" = _ovld ]]; then _ovld "$@"; else compdef _ovld ovld; fi`;
}
