import { hostOfUrl } from '../../../contract/domain-name.ts';

export const LONGEST_URL = 2048;
/** DNS has no longer names (RFC 1035, section 2.3.4). */
const LONGEST_HOST = 253;

const HTTP_WARNING = 'Events are sent over http:// without encryption: anybody on the way can read them. Use https://.';

/** What is wrong with the address of a webhook; the length apart. */
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

/** What is allowed, and yet not good. */
export function urlWarnings(text: string): string[] {
  return isUnencrypted(text) ? [HTTP_WARNING] : [];
}

/** Stands for what is not shown. */
const MASK = '***';

/**
 * An address as everybody may see it: receivers take tokens in the query, so its values are not shown, nor a part of it without a
 * name, nor a user name (rows of long ago may have one). What is sent goes to the whole address.
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

/** Whether something in the query was copied from where it is not shown. */
export function isMasked(url: string): boolean {
  const query = url.slice(url.indexOf('?') + 1);
  return url.includes('?') && query.split('&').some((parameter) => parameter.slice(parameter.indexOf('=') + 1) === MASK);
}

/** The same fields with the address as everybody may see it: for audit records. */
export function withMaskedUrl<Fields extends Record<string, unknown>>(fields: Fields): Fields {
  return typeof fields.url === 'string' ? { ...fields, url: maskedUrl(fields.url) } : fields;
}

function isUnencrypted(text: string): boolean {
  return /^http:/i.test(text);
}
