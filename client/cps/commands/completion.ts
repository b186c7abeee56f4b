import { defineCommand } from '../command/command.ts';
import { usageFailure } from '../terminal/failure.ts';

/**
 * The scripts ask `cps` itself with the words before the cursor, so they never go out of date. The bash script quotes each word:
 * the `*` for all events would expand to file names.
 */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_cps() {
  local word
  COMPREPLY=()
  while IFS= read -r word; do
    word=$(printf %q "$word")
    [[ $word == "\${COMP_WORDS[COMP_CWORD]}"* ]] && COMPREPLY+=("$word")
  done < <(cps complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
}
complete -o default -F _cps cps`,
  zsh: `#compdef cps
_cps() { compadd -- \${(f)"$(cps complete "\${(@)words[2,CURRENT-1]}" 2>/dev/null)"} }
compdef _cps cps`,
  fish: `complete -c cps -f -a '(cps complete (commandline -opc)[2..-1] 2>/dev/null)'`,
};

export const completion = defineCommand({
  name: 'completion',
  says: 'prints a script for a shell, with which the Tab key completes commands, options and known values',
  access: 'person',
  parameters: {
    shell: { kind: 'text', isArgument: true, isRequired: true, says: 'bash, zsh or fish', known: Object.keys(SCRIPTS) },
  },
  examples: ['eval "$(cps completion bash)"', 'eval "$(cps completion zsh)"', 'cps completion fish | source'],
  async run(_context, { shell }) {
    const script = SCRIPTS[shell];
    if (!script) throw usageFailure(`There is no completion for ${shell}.`, 'There is one for bash, zsh and fish.');
    return { json: { shell, script }, text: script };
  },
});
