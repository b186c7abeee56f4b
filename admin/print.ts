/** What a command found, for people: `name: value` lines, and one line for each element of a list. */
export function text(result: Record<string, unknown>): string {
  return Object.entries(result)
    .flatMap(([name, value]) => (Array.isArray(value) ? value.map(row) : `${name}: ${word(value)}`))
    .join('\n');
}

function row(element: unknown): string {
  return Object.values(Object(element)).map(word).join('  ');
}

/** Control characters would reach the terminal: strangers write names and user agents. */
function word(value: unknown): string {
  const plain = typeof value === 'string' ? value : JSON.stringify(value);
  return plain.replace(/\p{Cc}/gu, '?');
}
