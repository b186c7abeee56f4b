import type { Answered, Probe } from './probe.ts';
import { fieldsBeyond } from './public-fields.ts';

/** What a proxy has to keep; `check` answers what is wrong, or nothing. */
export interface Rule {
  name: string;
  says: string;
  check: (probe: Probe) => Promise<string | undefined>;
}

const UNKNOWN = 'a-name-that-nobody-has.example.com';
const CHECKED = { method: 'POST', headers: { 'x-requested-with': 'cps' } };
const STRANGE_PATHS = [
  '..%2Fdomains',
  '%2e%2e%2f%2e%2e%2fapi%2fdomains',
  'x%00y.example.com',
  `${'a'.repeat(250)}.example.com`,
  '%E0%A4%A',
];
const SECRETS = /\b(sk_(live|test)_\w+|cps_pk_\w+|whsec_[\w+/=]+)/;
/** By which an answer of the API itself is known. */
const UPSTREAM_WORDS =
  /"(request_id|domain_id|required_permission|api_key_permissions)"|resource_not_found|invalid_api_key|rate_limit_exceeded/;

const wrong = (is: boolean, what: string) => (is ? what : undefined);
const same = (a: Answered, b: Answered) => a.status === b.status && a.text === b.text;
const isKept = ({ headers }: Answered) => !/\bno-store\b/.test(headers.get('cache-control') ?? '');

export const RULES: readonly Rule[] = [
  {
    name: 'view',
    says: 'GET {hostname} answers 200 with the domain as JSON.',
    check: async ({ own, hostname }) => {
      const { status, json } = await own();
      const { url, diagnosis, dns_records } = (json ?? {}) as Record<string, unknown>;
      const isView = url === hostname && typeof diagnosis === 'object' && Array.isArray(dns_records);
      return wrong(status !== 200 || !isView, `It answers ${status}${isView ? '' : ', and no domain of this name'}.`);
    },
  },
  {
    name: 'fields',
    says: 'It has no other field than those of the public view: pick them by name, or use publicView.',
    check: async ({ own }) => {
      const others = fieldsBeyond((await own()).json);
      return wrong(others.length > 0, `It has ${others.join(', ')}.`);
    },
  },
  {
    name: 'signed-out',
    says: 'Who is not signed in gets 401.',
    check: async ({ ask, hostname }) => {
      const { status } = await ask(hostname, { isSignedOut: true });
      return wrong(status !== 401, `It answers ${status}.`);
    },
  },
  {
    name: 'unknown',
    says: 'A hostname that nobody has is 404.',
    check: async ({ ask }) => {
      const { status } = await ask(UNKNOWN);
      return wrong(status !== 404, `It answers ${status}.`);
    },
  },
  {
    name: 'foreign',
    says: 'The hostname of another customer reads as one that nobody has: the same status, the same body.',
    check: async ({ ask, foreign }) => {
      if (foreign === undefined) return 'Name a domain of another customer: --foreign <hostname>.';
      const [theirs, none] = [await ask(foreign), await ask(UNKNOWN)];
      return wrong(!same(theirs, none), `It answers ${theirs.status} in place of ${none.status}, or with another body.`);
    },
  },
  {
    name: 'foreign-check',
    says: 'Nor can a look at the hostname of another customer be asked for.',
    check: async ({ ask, foreign }) => {
      if (foreign === undefined) return 'Name a domain of another customer: --foreign <hostname>.';
      const { status } = await ask(`${foreign}/check`, CHECKED);
      return wrong(status !== 404, `It answers ${status}.`);
    },
  },
  {
    name: 'header',
    says: 'POST {hostname}/check without the header X-Requested-With: cps is 403: no form of another site can send it.',
    check: async ({ ask, hostname }) => {
      const { status } = await ask(`${hostname}/check`, { method: 'POST' });
      return wrong(status !== 403, `It answers ${status}.`);
    },
  },
  {
    name: 'check',
    says: 'POST {hostname}/check with it answers the domain after the look.',
    check: async ({ ask, hostname }) => {
      const { status, json } = await ask(`${hostname}/check`, CHECKED);
      const isView = (json as { url?: unknown } | undefined)?.url === hostname;
      return wrong(
        status !== 200 || !isView || fieldsBeyond(json).length > 0,
        `It answers ${status}, or another domain or field.`,
      );
    },
  },
  {
    name: 'paths',
    says: 'What is no hostname is 404, whatever is encoded in it.',
    check: async ({ ask }) => {
      const answers = await Promise.all(STRANGE_PATHS.map((path) => ask(path)));
      const found = answers.findIndex(({ status }) => status !== 404 && status !== 400);
      return wrong(found >= 0, `${STRANGE_PATHS[found]} answers ${answers[found]?.status}.`);
    },
  },
  {
    name: 'cors',
    says: 'No other site may read it: there is no Access-Control-Allow-Origin.',
    check: async ({ ask, hostname }) => {
      const headers = { origin: 'https://another-site.example', 'access-control-request-method': 'POST' };
      const answers = [await ask(hostname, { headers }), await ask(`${hostname}/check`, { method: 'OPTIONS', headers })];
      return wrong(
        answers.some((answer) => answer.headers.has('access-control-allow-origin')),
        'It has that header.',
      );
    },
  },
  {
    name: 'not-kept',
    says: 'No browser or cache keeps an answer: each has Cache-Control: no-store.',
    check: async ({ own, ask }) => {
      const kept = [await own(), await ask(UNKNOWN)].filter(isKept);
      return wrong(kept.length > 0, `The answer with ${kept.map(({ status }) => status).join(' and ')} has no such header.`);
    },
  },
  {
    // The last one: it reads all that was answered before.
    name: 'secrets',
    says: 'No answer has a key in it, nor the body of an error of the API.',
    check: async ({ answers }) => {
      const secret = answers.find(({ text, headers }) => SECRETS.test(text) || SECRETS.test(JSON.stringify([...headers])));
      if (secret) return `An answer with ${secret.status} has a key in it.`;
      const passedOn = answers.find(({ status, text }) => status >= 400 && UPSTREAM_WORDS.test(text));
      return wrong(passedOn !== undefined, `The answer with ${passedOn?.status} is the API’s own.`);
    },
  },
];

/** Tries every rule, to the end. */
export async function checkConformance(probe: Probe): Promise<{ rule: Rule; complaint: string | undefined }[]> {
  const results = [];
  for (const rule of RULES) {
    const complaint = await rule.check(probe).catch((error: unknown) => `It does not answer: ${String(error)}`);
    results.push({ rule, complaint });
  }
  return results;
}
