/** `<domain id>-<attempt>`: a name is used once in 90 days, so the same work is never begun twice. */
export function executionName(domainId: number, attempt: number): string {
  return `${domainId}-${attempt}`;
}

/** The reverse. Throws for a name that is not ours. */
export function domainAndAttempt(name: string): { domainId: number; attempt: number } {
  const match = /^([1-9][0-9]*)-([1-9][0-9]*)$/.exec(name);
  if (!match) throw new Error(`not the name of a lifecycle execution: ${name}`);
  return { domainId: Number(match[1]), attempt: Number(match[2]) };
}
