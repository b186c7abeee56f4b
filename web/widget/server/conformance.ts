import type { Probe, RecordedAnswer } from './probe.ts';
import { fieldsBeyond, isDomain } from './public-fields.ts';

/** Why a rule could not be tested. */
class Untried {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}

/** A rule for proxies. `check` returns the violation, why it could not be tested, or nothing. */
export interface Rule {
  name: string;
  says: string;
  check: (probe: Probe) => Promise<string | Untried | undefined>;
}

const FOREIGN_ORIGINS = ['https://another-site.example', 'null'];
const UNKNOWN = 'a-name-that-nobody-has.example.com';
const CHECKED = { method: 'POST', headers: { 'x-requested-with': 'cps' } };
const STRANGE_PATHS = [
  '..%2Fdomains',
  '%2e%2e%2f%2e%2e%2fapi%2fdomains',
  'x%00y.example.com',
  `${'a'.repeat(250)}.example.com`,
  '%E0%A4%A',
];
/** Also in the middle of a word: a stack trace in JSON has `\nsk_live_…`. */
const SECRETS = /(sk_(live|test)_\w+|cps_pk_\w+|whsec_[\w+/=]+)/;
/** Names that begin like the customer's own and would lead an API elsewhere. */
const pathsBeyond = (hostname: string, foreign = UNKNOWN) =>
  [`%26url%3D${foreign}`, `%3Furl%3D${foreign}`, '%23', '%0d%0ax'].map((end) => hostname + end);
/** Words that identify an answer of the API itself. */
const UPSTREAM_WORDS =
  /"(request_id|domain_id|required_permission|api_key_permissions)"|resource_not_found|invalid_api_key|rate_limit_exceeded/;

const wrong = (is: boolean, what: string) => (is ? what : undefined);
const same = (a: RecordedAnswer, b: RecordedAnswer) => a.status === b.status && a.text === b.text;
const isKept = ({ headers }: RecordedAnswer) => !/\bno-store\b/.test(headers.get('cache-control') ?? '');

/**
 * A refusal proves nothing if the other customer's name does not exist, because any proxy refuses an unknown name. Its owner has
 * to get it first.
 */
async function untriedForeign({ ask, foreign, foreignHeaders }: Probe): Promise<Untried | undefined> {
  if (foreign === undefined) return new Untried('Name a domain of another customer: --foreign <hostname>.');
  if (foreignHeaders === undefined)
    return new Untried(`Show that ${foreign} is there, by a session of its owner: --foreign-cookie <cookie>.`);
  const { status, json } = await ask(foreign, { isForeign: true });
  if (status === 200 && isDomain(json, foreign)) return undefined;
  return new Untried(`The session of its owner gets ${status} for ${foreign}: nobody can say whether it is refused to others.`);
}

export const RULES: readonly Rule[] = [
  {
    name: 'view',
    says: 'GET {hostname} answers 200 with the domain as JSON.',
    check: async ({ own, hostname }) => {
      const { status, json } = await own();
      const isView = isDomain(json, hostname);
      return wrong(status !== 200 || !isView, `It answers ${status}${isView ? '' : ', and no domain of this name'}.`);
    },
  },
  {
    name: 'fields',
    says: 'It has no other field than those of the public view, and no cause that is yours or ours to mend: pick fields by name, or use createDomainProxy.',
    check: async ({ own, hostname }) => {
      const { json } = await own();
      if (!isDomain(json, hostname)) return 'There is no domain to try it on.';
      const others = fieldsBeyond(json);
      return wrong(others.length > 0, `It has ${others.join(', ')}.`);
    },
  },
  {
    name: 'signed-out',
    says: 'Who is not signed in gets 401.',
    check: async ({ ask, hostname }) => {
      const seen = await ask(hostname, { isSignedOut: true });
      const checked = await ask(`${hostname}/check`, { ...CHECKED, isSignedOut: true });
      return wrong(seen.status !== 401 || checked.status !== 401, `It answers ${seen.status}, and ${checked.status} to a check.`);
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
    check: async (probe) => {
      const untried = await untriedForeign(probe);
      if (untried) return untried;
      const [theirs, none] = [await probe.ask(String(probe.foreign)), await probe.ask(UNKNOWN)];
      return wrong(!same(theirs, none), `It answers ${theirs.status} in place of ${none.status}, or with another body.`);
    },
  },
  {
    name: 'foreign-check',
    says: 'A check of another customer’s hostname is refused with the same 404.',
    check: async (probe) => {
      const untried = await untriedForeign(probe);
      if (untried) return untried;
      const check = (name: string | undefined) => probe.ask(`${name}/check`, CHECKED);
      const [theirs, none] = [await check(probe.foreign), await check(UNKNOWN)];
      return wrong(theirs.status !== 404 || !same(theirs, none), `It answers ${theirs.status}, or with another body.`);
    },
  },
  {
    name: 'header',
    says: 'POST {hostname}/check without the header X-Requested-With: cps is 403, and GET does not check: no form or image of another site can send it.',
    check: async ({ ask, hostname }) => {
      const [form, image] = [await ask(`${hostname}/check`, { method: 'POST' }), await ask(`${hostname}/check`)];
      return wrong(form.status !== 403 || image.status < 400, `It answers ${form.status}, and ${image.status} to GET.`);
    },
  },
  {
    name: 'check',
    says: 'POST {hostname}/check with it answers the domain as the check has found it.',
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
    check: async ({ ask, hostname, foreign }) => {
      const paths = [...STRANGE_PATHS, ...pathsBeyond(hostname, foreign)];
      const answers = await Promise.all(paths.map((path) => ask(path)));
      const found = answers.findIndex(({ status }) => status !== 404 && status !== 400);
      return wrong(found >= 0, `${paths[found]} answers ${answers[found]?.status}.`);
    },
  },
  {
    name: 'cors',
    says: 'No other site may read it: there is no Access-Control-Allow-Origin.',
    check: async ({ ask, hostname }) => {
      for (const origin of FOREIGN_ORIGINS) {
        const headers = { origin, 'access-control-request-method': 'POST' };
        const answers = [await ask(hostname, { headers }), await ask(`${hostname}/check`, { method: 'OPTIONS', headers })];
        if (answers.some((answer) => answer.headers.has('access-control-allow-origin')))
          return `It has that header for ${origin}.`;
      }
      return;
    },
  },
  {
    name: 'not-kept',
    says: 'No browser or cache keeps an answer: each has Cache-Control: no-store.',
    check: async ({ own, ask, hostname, foreign }) => {
      const refused = [await ask(UNKNOWN), await ask(foreign ?? UNKNOWN), await ask(hostname, { isSignedOut: true })];
      const checked = [await ask(`${hostname}/check`, { method: 'POST' }), await ask(`${hostname}/check`, CHECKED)];
      const kept = [await own(), ...refused, ...checked].filter(isKept);
      return wrong(kept.length > 0, `The answer with ${kept.map(({ status }) => status).join(' and ')} has no such header.`);
    },
  },
  {
    // Last, because it reads all earlier answers.
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

export interface Result {
  rule: Rule;
  complaint: string | undefined;
  /** The rule could not be tested; `complaint` says why. */
  isUntried: boolean;
}

/** Tests all rules. It stops when nobody answers at all, because each rule would wait for that again. */
export async function checkConformance(probe: Probe, tell: (result: Result) => void = () => {}): Promise<Result[]> {
  const results: Result[] = [];
  for (const rule of RULES) {
    const isSilent = results.length > 0 && probe.answers.length === 0;
    const found = isSilent ? new Untried('Nobody answers.') : await rule.check(probe).catch(silence);
    const isUntried = found instanceof Untried;
    const result = { rule, complaint: isUntried ? found.why : found, isUntried };
    results.push(result);
    tell(result);
  }
  return results;
}

/** fetch puts the reason into the error's cause; for a name with two addresses only as a code. */
function silence(error: unknown): string {
  const { cause } = error as { cause?: { message?: string; code?: string } };
  return `It does not answer: ${cause?.message || cause?.code || String(error)}.`;
}
