import { type ShellVerb, wordsFunctions } from "./shell-command.ts";

export function bashScript(verbs: readonly ShellVerb[]): string {
  return `# bash completion for ovld
${wordsFunctions(verbs)}

_ovld() {
  local offered verb="" position=0 i word
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in
      # A value that was given with an equals sign is a word of its own here, and so is that sign.
      =) i=$((i + 1)) ;;
      -*) [ "\${COMP_WORDS[i + 1]}" = "=" ] || ! _ovld_takes_value "$word" || i=$((i + 1)) ;;
      *) if [ -z "$verb" ]; then verb="$word"; else position=$((position + 1)); fi ;;
    esac
  done
  [ -n "$verb" ] && position=$((position + 1))
  _ovld_words "$verb" "\${COMP_WORDS[COMP_CWORD - 1]}" "\${COMP_WORDS[COMP_CWORD]}" "$position"
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}

complete -o default -F _ovld ovld`;
}
