import { type ShellVerb, wordsFunctions } from "#cli/commands/completions/shell-command.ts";

export function zshScript(verbs: readonly ShellVerb[]): string {
  return `#compdef ovld
# zsh completion for ovld
${wordsFunctions(verbs).replace("_ovld_words() {", "_ovld_words() {\n  emulate -L sh")}

_ovld() {
  local verb="" position=0 i word offered
  for ((i = 2; i < CURRENT; i++)); do
    word="\${words[i]}"
    case "$word" in
      -*) ! _ovld_takes_value "$word" || i=$((i + 1)) ;;
      *) if [[ -z "$verb" ]]; then verb="$word"; else position=$((position + 1)); fi ;;
    esac
  done
  [[ -n "$verb" ]] && position=$((position + 1))
  _ovld_words "$verb" "\${words[CURRENT - 1]}" "\${words[CURRENT]}" "$position"
  compadd -- \${=offered}
}

# Found through fpath, this file is the function itself; sourced, it only says whose completion it is.
if [[ "\${funcstack[1]}" = _ovld ]]; then _ovld "$@"; else compdef _ovld ovld; fi`;
}
