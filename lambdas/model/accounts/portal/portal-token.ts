/** Identifies an organization in its portal's URL. It is not secret: everybody with a link has it. */
export function newPortalToken(base62: (length: number) => string): string {
  return `opt_${base62(32)}`;
}
