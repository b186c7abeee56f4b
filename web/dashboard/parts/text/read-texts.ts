/** What an address says under these names. What is empty or no text is left out. */
export function readTexts<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [Each in Name]?: string } {
  const read: { [Each in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    // The router reads what looks like a number as one.
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text !== '') read[name] = text;
  }
  return read;
}
