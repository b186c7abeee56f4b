/** `enr_` and 43 base62 characters: 256 random bits, as an API key's secret has. `base62` rolls them. */
export function newEnrollmentToken(base62: (length: number) => string): string {
  return `enr_${base62(43)}`;
}
