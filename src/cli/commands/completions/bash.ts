import { type ShellCommand, wordsFunctions } from "./shell-command.ts";

export function bashScript(commands: readonly ShellCommand[]): string {
  return `# bash completion for ovld
${wordsFunctions(commands)}

_ovld() {
  local offered command="" position=0 i word
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in
      # A value that was given with an equals sign is a word of its own here, and so is that sign.
      =) i=$((i + 1)) ;;
      -*) [ "\${COMP_WORDS[i + 1]}" = "=" ] || ! _ovld_takes_value "$word" || i=$((i + 1)) ;;
      *) if [ -z "$command" ]; then command="$word"; else position=$((position + 1)); fi ;;
    esac
  done
  [ -n "$command" ] && position=$((position + 1))
  _ovld_words "$command" "\${COMP_WORDS[COMP_CWORD - 1]}" "\${COMP_WORDS[COMP_CWORD]}" "$position"
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}

complete -o default -F _ovld ovld`;
}
