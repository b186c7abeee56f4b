import * as z from 'zod/mini';

/** RFC 5321, section 4.5.3.1.1, and erratum 1690 of RFC 3696: a path has 256 octets, including two angle brackets. */
const LONGEST = { localPart: 64, address: 254 };
const REFUSAL = 'must be an e-mail address';

/**
 * One ASCII address as SES takes it, without display name, comment or quotes. Parsers of recipient lists would read
 * `locked<a@b.com>` and `a,b@c.com` as other addresses.
 */
export const MailAddress = z
  .email({ error: REFUSAL, abort: true })
  .check(z.refine((text) => text.length <= LONGEST.address && text.indexOf('@') <= LONGEST.localPart, REFUSAL));

export function isMailAddress(text: string): boolean {
  return MailAddress.safeParse(text).success;
}
