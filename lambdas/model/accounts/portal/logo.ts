import { createHash } from 'node:crypto';
import { THEME_PROBLEMS } from '../../../../copy/en/error-messages.ts';

export const MOST_LOGO_BYTES = 100_000;
/** Base64 has four characters for three bytes. */
export const MOST_LOGO_CHARACTERS = 4 * Math.ceil(MOST_LOGO_BYTES / 3);

/** PNG, third edition, section 5.2. */
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

/** What the bytes are, whatever somebody says of them: a browser is told this, and must not guess. */
function imageType(bytes: Buffer): 'image/png' | 'image/webp' | undefined {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE) && bytes.toString('latin1', 12, 16) === 'IHDR') return 'image/png';
  // RFC 9649, section 2.4.
  const isWebp = bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
  return isWebp ? 'image/webp' : undefined;
}

/** What is wrong with a logo in base64. */
export function logoProblem(base64: string): string | undefined {
  const bytes = Buffer.from(base64, 'base64');
  if (base64 === '' || bytes.toString('base64') !== base64) return THEME_PROBLEMS.logoNotBase64;
  if (bytes.length > MOST_LOGO_BYTES) return THEME_PROBLEMS.logoTooLarge(bytes.length, MOST_LOGO_BYTES);
  return imageType(bytes) ? undefined : THEME_PROBLEMS.logoNotAnImage;
}

/** For who serves a logo that had no problem. */
export function logoBytes(base64: string): { bytes: Buffer; contentType: string } {
  const bytes = Buffer.from(base64, 'base64');
  return { bytes, contentType: imageType(bytes) ?? 'application/octet-stream' };
}

/** Names a logo of an organization: the same one has the same name, so that browsers may keep it for ever. */
export function logoIdOf(organizationId: string, base64: string): string {
  return createHash('sha256').update(`${organizationId} ${base64}`).digest('hex').slice(0, 32);
}
