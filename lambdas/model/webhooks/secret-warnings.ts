/** Standard Webhooks: what follows `whsec_` is the key in base64. */
const ENCODED = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;
/** Standard Webhooks: "between 24 bytes (192 bits) and 64 bytes". */
const MIN_KEY_BYTES = 24;
/** A key shorter than this is guessed from one delivery in minutes. */
const MIN_SAFE_CHARACTERS = 8;

const SHORT = 'The secret is short: whoever sees a delivery can guess it. Use 24 characters or more, or none to have one made.';
const NOT_STANDARD = `Libraries of Standard Webhooks, and our clients, do not take this secret: after whsec_ they expect the base64 of at least ${MIN_KEY_BYTES} bytes.`;
const SPACED =
  'The secret begins or ends with white space, which our clients and most others remove: its signatures would be wrong for them.';

/** What is unwise about a secret that the integrator chose. Any is taken, as the specification has no rule for them. */
export function secretWarnings(secret: string): string[] {
  if (secret !== secret.trim()) return [SPACED];
  if (secret.length < MIN_SAFE_CHARACTERS) return [SHORT];
  const isMeantToBeStandard = secret.startsWith('whsec_');
  return isMeantToBeStandard && (standardKeyOf(secret)?.length ?? 0) < MIN_KEY_BYTES ? [NOT_STANDARD] : [];
}

/** The key of a secret as Standard Webhooks writes it. Undefined: another text, or nothing behind `whsec_`. */
export function standardKeyOf(secret: string): Buffer | undefined {
  const [, encoded = ''] = ENCODED.exec(secret) ?? [];
  return encoded === '' ? undefined : Buffer.from(encoded, 'base64');
}
