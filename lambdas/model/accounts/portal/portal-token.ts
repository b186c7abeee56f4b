/** What names an organization in its portal's address. It is no secret: whoever was sent a link has it. */
export function newPortalToken(base62: (length: number) => string): string {
  return `opt_${base62(32)}`;
}
