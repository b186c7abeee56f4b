/** A client's calls to a CA for one certificate (RFC 8555, section 7.1). */
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

/** An empty object if the text is not JSON. */
export function jsonOf(text: string): object {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
