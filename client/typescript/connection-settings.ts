/** Site and credentials. Absent values come from the environment. */
export interface ConnectionSettings {
  /** Address of the site, with or without `/api`: `https://certificates.example.com`. `CPS_SITE_URL`. */
  siteUrl?: string | undefined;
  /** `cps_pk_…`. `CPS_API_KEY_ID`. */
  apiKeyId?: string | undefined;
  /** `sk_…`. Never use it in a browser. `CPS_API_KEY`. */
  apiKey?: string | undefined;
}

const VARIABLES = { siteUrl: 'CPS_SITE_URL', apiKeyId: 'CPS_API_KEY_ID', apiKey: 'CPS_API_KEY' } as const;
type Name = keyof typeof VARIABLES;
type Environment = Readonly<Record<string, string | undefined>>;

/** Throws a `TypeError` with the remedy. It never shows the key. */
export function readSettings(given: ConnectionSettings, environment: Environment): Record<Name, string> {
  const apiKeyId = credential('apiKeyId', given, environment);
  const apiKey = credential('apiKey', given, environment);
  if (apiKeyId.startsWith('sk_') || apiKey.startsWith('cps_pk_')) {
    throw new TypeError('apiKeyId and apiKey are swapped: the id begins with cps_pk_, the secret key with sk_');
  }
  if (!apiKeyId.startsWith('cps_pk_')) throw new TypeError('apiKeyId is none: it begins with cps_pk_. Copy it again');
  if (!apiKey.startsWith('sk_')) throw new TypeError('apiKey is none: it begins with sk_. Copy it again');
  return { siteUrl: siteAddress(settingOf('siteUrl', given, environment)), apiKeyId, apiKey };
}

/** Trims spaces and line ends around pasted text. */
function settingOf(name: Name, given: ConnectionSettings, environment: Environment): string {
  const value = (given[name] ?? environment[VARIABLES[name]])?.trim();
  if (value) return value;
  throw new TypeError(`${name} is missing: pass it to createClient, or set ${VARIABLES[name]}`);
}

function credential(name: Name, given: ConnectionSettings, environment: Environment): string {
  const value = settingOf(name, given, environment);
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new TypeError(`${name} has a space or a character inside that no key has: copy it again`);
}

/** Removes a trailing `/api` and slashes. Keeps a path before that. */
function siteAddress(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    const what = value.includes('sk_') ? 'holds an API key' : `is ${JSON.stringify(value)}`;
    throw new TypeError(`siteUrl ${what}: it has to begin with https://`);
  }
  return (
    url.origin +
    url.pathname
      .replace(/\/+$/, '')
      .replace(/\/api$/, '')
      .replace(/\/+$/, '')
  );
}
