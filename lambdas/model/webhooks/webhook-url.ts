import { hostOfUrl } from '../../../contract/domain-name.ts';

export const LONGEST_URL = 2048;
/** The longest DNS name (RFC 1035, section 2.3.4). */
const LONGEST_HOST = 253;

const HTTP_WARNING = 'Events are sent over http:// without encryption: anybody on the way can read them. Use https://.';

/** The problems of a webhook's URL, except its length. */
export function urlProblems(text: string, rules: { webhookHttp: 'allowed' | 'refused' }): string[] {
  if (/[\s\p{Cc}\\]/u.test(text)) return ['must not contain white space, control characters or backslashes'];
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return ['must be a full address that begins with https:// or http://'];
  const url = new URL(text);
  const problems: string[] = [];
  if (url.username !== '' || url.password !== '') problems.push('must not contain a user name or password');
  if (hostOfUrl(text).length > LONGEST_HOST) problems.push(`must have a host of at most ${LONGEST_HOST} characters`);
  if (text.includes('#')) problems.push('must not contain a fragment (#…): it would not be sent');
  if (isUnencrypted(text) && rules.webhookHttp === 'refused') problems.push('must begin with https:// here');
  return problems;
}

/** Allowed, but discouraged. */
export function urlWarnings(text: string): string[] {
  return isUnencrypted(text) ? [HTTP_WARNING] : [];
}

/** Replaces hidden text. */
const MASK = '***';

/**
 * A URL that everybody may see. Receivers accept tokens in the query, so its values are hidden, and parts without a name, and a
 * user name (old rows may have one). Deliveries go to the whole URL.
 */
export function maskedUrl(url: string): string {
  const [address = '', ...query] = url.replace(/^([a-z]+:\/\/)[^/?#]*@/i, `$1${MASK}@`).split('?');
  return query.length === 0 ? address : `${address}?${query.join('?').split('&').map(maskedParameter).join('&')}`;
}

function maskedParameter(parameter: string): string {
  const [, name = '', value = ''] = /^(?:([^=]*)=)?(.*)$/s.exec(parameter) ?? [];
  if (value === '') return parameter;
  return parameter.includes('=') ? `${name}=${MASK}` : MASK;
}

/** True when the query contains a mask that was copied from a masked URL. */
export function isMasked(url: string): boolean {
  const query = url.slice(url.indexOf('?') + 1);
  return url.includes('?') && query.split('&').some((parameter) => parameter.slice(parameter.indexOf('=') + 1) === MASK);
}

/** The same fields with the masked URL: for audit entries. */
export function withMaskedUrl<Fields extends Record<string, unknown>>(fields: Fields): Fields {
  return typeof fields.url === 'string' ? { ...fields, url: maskedUrl(fields.url) } : fields;
}

function isUnencrypted(text: string): boolean {
  return /^http:/i.test(text);
}
