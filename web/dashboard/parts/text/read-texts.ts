/** Search parameters with these names. Leaves out empty and non-text values. */
export function readTexts<Name extends string>(
  search: Record<string, unknown>,
  names: readonly Name[],
): { [Each in Name]?: string } {
  const read: { [Each in Name]?: string } = {};
  for (const name of names) {
    const value = search[name];
    // The router parses a numeric text as a number.
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text === 'string' && text !== '') read[name] = text;
  }
  return read;
}
