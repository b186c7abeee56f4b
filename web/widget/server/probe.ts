/** What somebody who checks a proxy says of it. */
export interface Target {
  /** Where it is mounted. */
  proxy: string;
  /** A domain of the customer whose session is used. */
  hostname: string;
  /** A domain of another customer, and what a session of theirs sends: without both, the rules about them cannot be tried. */
  foreign?: string | undefined;
  foreignHeaders?: Record<string, string> | undefined;
  /** Those of a signed-in session: `Cookie`, as a rule. */
  headers: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
}

export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  isSignedOut?: boolean;
  /** With the session of the other customer. */
  isForeign?: boolean;
}

/** Asks a proxy, and keeps all that it has answered. */
export interface Probe extends Target {
  answers: Answered[];
  ask: (path: string, asking?: Asking) => Promise<Answered>;
  /** What a rule needs again and again: the answer about the customer's own domain. */
  own: () => Promise<Answered>;
}

const TIMEOUT_MS = 30_000;

export function probe(target: Target, fetcher: typeof fetch = fetch): Probe {
  const answers: Answered[] = [];
  const base = target.proxy.replace(/\/+$/, '');
  const ask: Probe['ask'] = async (path, { method = 'GET', headers = {}, isSignedOut, isForeign } = {}) => {
    const signedIn = isForeign ? target.foreignHeaders : target.headers;
    const session = isSignedOut ? {} : signedIn;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetcher(`${base}/${path}`, {
      method,
      headers: { ...session, ...headers },
      redirect: 'manual',
      signal,
    });
    const text = await response.text();
    const answered = { status: response.status, headers: response.headers, text, json: parseJson(text) };
    answers.push(answered);
    return answered;
  };
  let known: Promise<Answered> | undefined;
  const own = () => {
    known ??= ask(target.hostname);
    return known;
  };
  return { ...target, answers, ask, own };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
