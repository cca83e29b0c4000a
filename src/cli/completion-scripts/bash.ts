import { type ShellVerb, wordsFunction } from "./shell-verb.ts";

export function bashScript(verbs: readonly ShellVerb[]): string {
  return `# bash completion for ovld
${wordsFunction(verbs)}

_ovld() {
  local offered verb="" position=0 i word
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    case "$word" in
      -*) ;;
      *) if [ -z "$verb" ]; then verb="$word"; else position=$((position + 1)); fi ;;
    esac
  done
  [ -n "$verb" ] && position=$((position + 1))
  _ovld_words "$verb" "\${COMP_WORDS[COMP_CWORD - 1]}" "\${COMP_WORDS[COMP_CWORD]}" "$position"
  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))
}

complete -o default -F _ovld ovld`;
}
