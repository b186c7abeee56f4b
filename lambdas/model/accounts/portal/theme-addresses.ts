import { THEME_PROBLEMS } from '../../../../copy/en/error-messages.ts';

const { address } = THEME_PROBLEMS;

/** What is wrong with a link of a theme: pages show it as it is written. */
export function supportUrlFault(text: string): string | undefined {
  if (/[\s\p{Cc}\p{Cf}]/u.test(text)) return address.space;
  const url = URL.parse(text);
  if (!url) return address.none;
  if (url.protocol === 'mailto:') return mailFault(url);
  if (url.protocol !== 'https:') return THEME_PROBLEMS.supportUrl;
  if (url.username !== '' || url.password !== '') return address.user;
  return undefined;
}

function mailFault({ pathname }: URL): string | undefined {
  return /^[^@,]+@[^@,]+$/.test(pathname) ? undefined : address.mail;
}

const HOSTNAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** What is wrong with an origin that may frame the portal: it stands in a header as it is written (CSP, `frame-ancestors`). */
export function frameFault(text: string): string | undefined {
  if (/[\s\p{Cc}\p{Cf}]/u.test(text)) return address.space;
  const url = URL.parse(text);
  if (!url) return address.none;
  const { protocol, username, password, hostname } = url;
  const isLocal = protocol === 'http:' && hostname === 'localhost';
  if (protocol !== 'https:' && !isLocal) return address.https;
  if (username !== '' || password !== '') return address.user;
  if (hostname.includes('*')) return address.wildcard;
  if (!isLocal && !HOSTNAME.test(hostname)) return address.hostname;
  // A port that is the standard one is not in what the parser writes.
  const port = /:[0-9]{1,5}$/.exec(text)?.[0] ?? '';
  const origin = `${protocol}//${hostname}${port}`;
  return text === origin ? undefined : address.origin(origin);
}
