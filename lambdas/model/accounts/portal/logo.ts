import { createHash } from 'node:crypto';
import { THEME_PROBLEMS } from '../../../../copy/en/error-messages.ts';

export const MAX_LOGO_BYTES = 100_000;
/** Base64 has four characters for three bytes. */
export const MAX_LOGO_CHARACTERS = 4 * Math.ceil(MAX_LOGO_BYTES / 3);

/** PNG, third edition, section 5.2. */
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** The type by the bytes, whatever the uploader claims: a browser gets it and must not guess. */
function imageType(bytes: Buffer): 'image/png' | 'image/webp' | undefined {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE) && bytes.toString('latin1', 12, 16) === 'IHDR') return 'image/png';
  // RFC 9649, section 2.4.
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : undefined;
}

/** The problem with a logo in base64, if any. */
export function logoProblem(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (base64 === '' || bytes.toString('base64') !== base64) return THEME_PROBLEMS.logoNotBase64;
  if (bytes.length > MAX_LOGO_BYTES) return THEME_PROBLEMS.logoTooLarge(bytes.length, MAX_LOGO_BYTES);
  return imageType(bytes) ? undefined : THEME_PROBLEMS.logoNotAnImage;
}

/** For a stored logo, which was valid. */
export function logoBytes(base64: string): { bytes: Buffer; contentType: string } {
  const bytes = Buffer.from(base64, 'base64');
  return { bytes, contentType: imageType(bytes) ?? 'application/octet-stream' };
}

/** A logo's id. The same logo of an organization has the same id, so browsers may cache it forever. */
export function logoIdOf(organizationId: string, base64: string): string {
  return createHash('sha256').update(`${organizationId} ${base64}`).digest('hex').slice(0, 32);
}
