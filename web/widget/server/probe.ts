/** What the person testing a proxy provides. */
export interface Target {
  /** Address of the proxy. */
  proxy: string;
  /** A domain of the session's customer. */
  hostname: string;
  /** A domain of another customer, and the headers of their session. Without both, the rules about them cannot be tested. */
  foreign?: string | undefined;
  foreignHeaders?: Record<string, string> | undefined;
  /** Headers of a signed-in session, usually `Cookie`. */
  headers: Record<string, string>;
}

export interface RecordedAnswer {
  status: number;
  headers: Headers;
  text: string;
  json: unknown;
}

export interface ProbeOptions {
  method?: string;
  headers?: Record<string, string>;
  isSignedOut?: boolean;
  /** Uses the other customer's session. */
  isForeign?: boolean;
}

/** Sends requests to a proxy and records all answers. */
export interface Probe extends Target {
  answers: RecordedAnswer[];
  ask: (path: string, asking?: ProbeOptions) => Promise<RecordedAnswer>;
  /** The answer about the customer's own domain, which many rules need. */
  own: () => Promise<RecordedAnswer>;
}

const TIMEOUT_MS = 30_000;

export function probe(target: Target, fetcher: typeof fetch = fetch): Probe {
  const answers: RecordedAnswer[] = [];
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
  let known: Promise<RecordedAnswer> | undefined;
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
