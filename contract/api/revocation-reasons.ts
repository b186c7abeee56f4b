/**
 * Why a certificate is to be revoked: the names of RFC 5280 that its holder may give a CA (CA/Browser Forum, Baseline
 * Requirements, section 7.2.2), each with its code. Without a reason a CA is sent no code.
 */
export const REVOCATION_REASON_CODES = {
  unspecified: undefined,
  keyCompromise: 1,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
} as const;
export type RevocationReason = keyof typeof REVOCATION_REASON_CODES;
export const REVOCATION_REASONS = Object.keys(REVOCATION_REASON_CODES) as RevocationReason[];
