/** KMS: the data key, or the context (organization and domain) it was sealed under, is not what it was. */
const WRONG_DATA_KEY = 'InvalidCiphertextException';
/** node:crypto's only mark of a ciphertext that fails its GCM tag: such an error has no code. */
const WRONG_TAG = 'unable to authenticate data';
/** node:crypto of an initialization vector or a tag that is none. */
const WRONG_SHAPE = 'ERR_CRYPTO_INVALID_';

/**
 * Whether a sealed key failed to open because of what is in its row, so that every repeat fails too. Anything else (KMS
 * throttles, is out of reach, refuses us or has its key disabled) fails all keys alike and opens them again once it is mended.
 */
export function isUnopenable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return error.name === WRONG_DATA_KEY || error.message.includes(WRONG_TAG) || code.startsWith(WRONG_SHAPE);
}
