/** Standard Webhooks: what follows `whsec_` is the key in base64. */
const ENCODED = /^whsec_((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/;
/** Standard Webhooks: "between 24 bytes (192 bits) and 64 bytes". */
const MIN_KEY_BYTES = 24;
/** A key shorter than this is guessed from one delivery in minutes. */
const SHORTEST_SAFE = 8;

const SHORT = 'The secret is short: whoever sees a delivery can guess it. Use 24 characters or more, or none to have one made.';
const NOT_STANDARD = `Libraries of Standard Webhooks do not take this secret: after whsec_ they expect the base64 of at least ${MIN_KEY_BYTES} bytes. x-service-signature is not affected.`;

/** What is unwise about a secret that the integrator chose. Any is taken, as the specification has no rule for them. */
export function secretWarnings(secret: string): string[] {
  if (secret.length < SHORTEST_SAFE) return [SHORT];
  return secret.startsWith('whsec_') && !isStandard(secret) ? [NOT_STANDARD] : [];
}

function isStandard(secret: string): boolean {
  const [, encoded] = ENCODED.exec(secret) ?? [];
  return encoded !== undefined && Buffer.from(encoded, 'base64').length >= MIN_KEY_BYTES;
}
