export const LONGEST_URL = 2048;

const HTTP_WARNING = 'Events are sent over http:// without encryption: anybody on the way can read them. Use https://.';

/** What is wrong with the address of a webhook; the length apart. */
export function urlProblems(text: string, rules: { webhookHttp: 'allowed' | 'refused' }): string[] {
  if (/[\s\p{Cc}\\]/u.test(text)) return ['must not contain white space, control characters or backslashes'];
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return ['must be a full address that begins with https:// or http://'];
  const url = new URL(text);
  const problems: string[] = [];
  if (url.username !== '' || url.password !== '') problems.push('must not contain a user name or password');
  if (text.includes('#')) problems.push('must not contain a fragment (#…): it would not be sent');
  if (isUnencrypted(text) && rules.webhookHttp === 'refused') problems.push('must begin with https:// here');
  return problems;
}

/** What is allowed, and yet not good. */
export function urlWarnings(text: string): string[] {
  return isUnencrypted(text) ? [HTTP_WARNING] : [];
}

function isUnencrypted(text: string): boolean {
  return /^http:/i.test(text);
}
