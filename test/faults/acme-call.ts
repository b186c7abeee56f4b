/** What a client asks a CA for until it has a certificate (RFC 8555, section 7.1). */
export const CALLS_OF_AN_ORDER = [
  'directory',
  'newNonce',
  'newOrder',
  'authorization',
  'challenge',
  'order',
  'finalize',
  'certificate',
] as const;
export type Call = (typeof CALLS_OF_AN_ORDER)[number] | 'keyChange' | 'other';

/** Pebble's paths. */
const PATHS: [RegExp, Call][] = [
  [/^\/dir$/, 'directory'],
  [/^\/nonce-plz/, 'newNonce'],
  [/^\/order-plz/, 'newOrder'],
  [/^\/authZ\//, 'authorization'],
  [/^\/chalZ\//, 'challenge'],
  [/^\/my-order\//, 'order'],
  [/^\/finalize-order\//, 'finalize'],
  [/^\/certZ\//, 'certificate'],
  [/^\/rollover-account-key/, 'keyChange'],
];

export function callOf(path: string): Call {
  return PATHS.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
}

/** The hostname of a new order, by the JWS that asks for it: its payload is signed and not sealed. */
export function orderedHostname(body: string): string | undefined {
  const { payload = '' } = jsonOf(body) as { payload?: string };
  const { identifiers } = jsonOf(Buffer.from(payload, 'base64url').toString()) as { identifiers?: { value: string }[] };
  return identifiers?.[0]?.value;
}

/** The addresses that belong to an order, by an answer about it or about its authorization. */
export function addressesIn(body: string, location: string | undefined): string[] {
  const { authorizations = [], challenges = [], finalize, certificate } = jsonOf(body) as Answer;
  const all = [location, finalize, certificate, ...authorizations, ...challenges.map(({ url }) => url)];
  return all.filter((url) => url !== undefined).map((url) => new URL(url).pathname);
}

interface Answer {
  authorizations?: string[];
  challenges?: { url: string }[];
  finalize?: string;
  certificate?: string;
}

/** Nothing where it is none. */
export function jsonOf(text: string): object {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
