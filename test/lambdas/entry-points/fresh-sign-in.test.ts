import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { OPERATIONS, type OperationId } from '../../../contract/api/operations.ts';
import { UpdateDomainRequest } from '../../../lambdas/api/domains/domain-requests.schema.ts';
import { API_OPERATIONS } from '../../../lambdas/api/operations.ts';
import { createServerRequest, updateServerRequest } from '../../../lambdas/api/servers/server-requests.schema.ts';
import { updateWebhookRequest } from '../../../lambdas/api/webhooks/webhook-requests.schema.ts';
import { sessionCookie } from '../../../lambdas/model/accounts/people/cookies.ts';
import { readJsonBody } from '../../../lambdas/shared/http/json-body.ts';
import type { HttpRequest } from '../../../lambdas/shared/http/route.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { later } from '../a-domain.ts';
import { organizationItem, server, tableHolds } from '../api/api-caller.ts';
import { PEOPLES_ROUTES, person, sessionItem, sessionOf } from '../api/people-api/an-app.ts';
import { itemsOf, ORGANIZATION } from '../model/accounts/people/a-person.ts';
import { settings } from '../settings.ts';
import { inALambda, invoke } from './lambda-environment.ts';

// What a session may do at any age, through the exported handler. Whoever finds a signed-in browser must not be able to grant
// rights or read secrets.

inALambda();

const ROLE = 'arn:aws:iam::111122223333:role/web';
const FRESH = 'fresh_sign_in_required';

/** Operations that grant rights, return a secret, or redirect customers' data or visitors. */
const ALWAYS: OperationId[] = ['createKey', 'updateKey', 'rotateKey', 'createWebhook', 'rotateWebhookSecret', 'createEnrollment'];
/** Operations that need a fresh sign-in for some bodies only: those in `fresh`. */
const BY_BODY: Partial<Record<OperationId, { fresh: object[]; anyAge: object }>> = {
  updateWebhook: {
    fresh: [{ url: 'https://evil.test/' }, { url: 'https://evil.test/', status: 'active' }, { url: 1 }],
    anyAge: { status: 'disabled' },
  },
  createServer: {
    fresh: [
      { config: { machine_roles: [ROLE] } },
      { type: 'alb', config: { role_arn: ROLE } },
      { name: 'Web', address: ['192.0.2.1'] },
      { config: { machine_roles: null } },
    ],
    anyAge: { name: 'Web' },
  },
  updateServer: {
    fresh: [
      { config: { machine_roles: [ROLE] } },
      { config: { machine_roles: [] } },
      { config: { role_arn: ROLE } },
      { address: ['192.0.2.1'] },
      { address: null },
    ],
    anyAge: { name: 'Web', config: { managed: true } },
  },
  updateDomain: { fresh: [{ server_id: 2 }], anyAge: { metadata: { a: 'b' } } },
};

const PEOPLES_ROUTES_DECIDED: Record<string, 'fresh' | 'any age'> = {
  'POST /invitations': 'fresh',
  'PATCH /members/{id}': 'fresh',
  'DELETE /members/{id}': 'fresh',
  'POST /portal-token/rotate': 'fresh',
  'GET /members': 'any age',
  'DELETE /invitations/{id}': 'any age',
  'GET /me': 'any age',
  'PATCH /me': 'any age',
  'GET /organizations': 'any age',
  'GET /sessions': 'any age',
  'DELETE /sessions/{id}': 'any age',
};

/** M has just signed in, S more than ten minutes ago. */
type Who = 'M' | 'S';
let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  const organization = organizationItem(ORGANIZATION, 'Acme');
  const web = { ...server(1), organizationId: ORGANIZATION };
  items = tableHolds(
    ...[organization, { ...keys.server(ORGANIZATION, 1), ...web }],
    ...itemsOf(person('owner'), person('owner', {}, 'S')),
    ...[sessionItem(), sessionItem(sessionOf('S', { authenticatedAt: later(-600_000).toISOString() }))],
  );
});

interface Asking {
  body?: Buffer | string | object | undefined;
  headers?: Record<string, string>;
}

/** Sends a request as the dashboard does. Returns the status and the error code. */
async function ask(who: Who, method: string, path: string, { body = {}, headers = {} }: Asking = {}) {
  const token = { organizationId: ORGANIZATION, userId: person('owner', {}, who).userId, secret: who.repeat(43) };
  const bytes = body instanceof Buffer ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const site = `https://${DOMAIN_NAME}`;
  const result = await invoke<{ statusCode: number; body?: string }>('api/people-api/serve-app', {
    rawPath: path,
    rawQueryString: '',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'cps', 'sec-fetch-site': 'same-origin', ...headers },
    cookies: [sessionCookie(token, site).split(';')[0]],
    ...(method !== 'GET' && { body: bytes.toString('base64'), isBase64Encoded: true }),
    requestContext: {
      domainName: DOMAIN_NAME,
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
    },
  });
  return { status: result.statusCode, code: JSON.parse(result.body ?? 'null')?.error?.code };
}
const DOMAIN_NAME = 'abc.execute-api.eu-central-1.amazonaws.com';

/** The ids in the path do not exist, except for the organization. */
function askFor(who: Who, operation: OperationId, asking: Asking = {}) {
  const { method, path } = OPERATIONS[operation];
  return ask(who, method, path.replace('/api', '/app/v1').replaceAll(/\{\w+\}/g, '999'), asking);
}

const byBody = Object.keys(BY_BODY) as OperationId[];
const ANY_AGE = API_OPERATIONS.map(({ id }) => id).filter((id) => !ALWAYS.includes(id) && !byBody.includes(id));
const freshBodies = byBody.flatMap((id) => BY_BODY[id]?.fresh.map((body): [OperationId, object] => [id, body]) ?? []);
const anyAgeBodies = byBody.map((id): [OperationId, object] => [id, BY_BODY[id]?.anyAge ?? {}]);
const emptyBody = (id: OperationId): [OperationId, object] => [id, {}];

describe('a session that was signed in longer ago than ten minutes', () => {
  it.each([...ALWAYS.map(emptyBody), ...freshBodies])('is asked to sign in again: %s %j', async (operation, body) => {
    expect(await askFor('S', operation, { body })).toEqual({ status: 403, code: FRESH });
    expect((await askFor('M', operation, { body })).code).not.toBe(FRESH);
  });

  it.each([...ANY_AGE.map(emptyBody), ...anyAgeBodies])('may go on: %s %j', async (operation, body) => {
    const { status, code } = await askFor('S', operation, { body });
    expect([401, 403, 405], code).not.toContain(status);
  });

  it('may be asked of every operation to sign in again, as it says itself', () => {
    const needing = API_OPERATIONS.filter(({ needsFreshSignIn }) => needsFreshSignIn !== undefined);
    expect(needing.map(({ id }) => id).toSorted()).toEqual([...ALWAYS, ...byBody].toSorted());
  });

  const unreadable: [string, Asking][] = [
    ['nothing', { body: '' }],
    ['half of it', { body: '{"name":"Web"' }],
    ['a list', { body: [] }],
    ['another type', { body: { name: 'Web' }, headers: { 'content-type': 'text/plain' } }],
    ['no UTF-8', { body: Buffer.from([0x7b, 0xff, 0x7d]) }],
  ];
  it.each(byBody.flatMap((operation) => unreadable.map(([what, asking]) => [operation, what, asking] as const)))(
    'is asked to sign in again where the answer depends on a body that cannot be read: %s with %s',
    async (operation, _, asking) => {
      expect((await askFor('S', operation, asking)).code).toBe(FRESH);
      expect((await askFor('M', operation, asking)).code).toBe('invalid_request');
    },
  );

  it('learns of a field that is wrong where the change gives no rights', async () => {
    expect((await askFor('S', 'createServer', { body: { name: 7 } })).code).toBe('validation_error');
  });

  it('lets no machines have private keys by a byte order mark before the body', async () => {
    const body = `\uFEFF${JSON.stringify({ config: { machine_roles: [ROLE] } })}`;
    const roles = () => items.get(`${keys.server(ORGANIZATION, 1).pk}|${keys.server(ORGANIZATION, 1).sk}`)?.machineRoles;
    expect((await ask('S', 'PATCH', '/app/v1/servers/1', { body })).code).toBe(FRESH);
    expect(roles()).toBeUndefined();
    expect((await ask('M', 'PATCH', '/app/v1/servers/1', { body })).status).toBe(200);
    expect(roles()).toEqual([ROLE]);
  });
});

const only = PEOPLES_ROUTES.map(({ method, path }) => `${method} ${path.replace('/app/v1', '')}`);

describe('what only people ask', () => {
  it('is decided for each route', () => {
    expect(only.toSorted()).toEqual(Object.keys(PEOPLES_ROUTES_DECIDED).toSorted());
  });

  it.each(Object.entries(PEOPLES_ROUTES_DECIDED))('%s needs a sign-in: %s', async (route, decision) => {
    const [method = '', path = ''] = route.split(' ');
    const answer = (who: Who) => ask(who, method, `/app/v1${path.replace('{id}', 'none')}`);
    expect((await answer('S')).code === FRESH).toBe(decision === 'fresh');
    expect((await answer('M')).code).not.toBe(FRESH);
  });
});

const SCHEMAS = {
  updateServer: { schema: updateServerRequest(settings), fields: ['config', 'name'], inner: ['machine_roles', 'managed'] },
  createServer: {
    schema: createServerRequest(settings),
    fields: ['config', 'name'],
    inner: ['machine_roles', 'role_arn', 'managed'],
  },
  updateWebhook: { schema: updateWebhookRequest(settings), fields: ['url', 'description'], inner: [] },
  updateDomain: { schema: UpdateDomainRequest, fields: ['server_id', 'send_notifications'], inner: [] },
};
/** Whether the parsed body grants rights. */
const GIVES_RIGHTS: Record<keyof typeof SCHEMAS, (body: Record<string, unknown>) => boolean> = {
  updateServer: ({ config }) => Object(config).machine_roles !== undefined,
  createServer: ({ config }) => Object(config).machine_roles !== undefined || Object(config).role_arn !== undefined,
  updateWebhook: ({ url }) => url !== undefined,
  updateDomain: ({ server_id }) => server_id !== undefined,
};
const VALUES = new Map([
  ['machine_roles', [`["${ROLE}"]`, '[]', 'null']],
  ['managed', ['true']],
  ['role_arn', [`"${ROLE}"`]],
  ['name', ['"Web"']],
  ['url', ['"https://hooks.test/a"']],
  ['description', ['"For a test"']],
  ['server_id', ['2']],
  ['send_notifications', ['true']],
  ['__proto__', ['{}', `{"config":{"machine_roles":["${ROLE}"]},"url":"https://hooks.test/a","server_id":2}`]],
]);

const space = fc.array(fc.constantFrom(' ', '\n', '\r', '\t', '\u00a0'), { maxLength: 2 }).map((each) => each.join(''));
/** A JSON string with some of its letters escaped. */
const nameOf = (name: string) =>
  fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }).map((escaped) => {
    const letters = [...name].map((letter, at) =>
      escaped[at] ? `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : letter,
    );
    return `"${letters.join('')}"`;
  });
/** JSON text of an object with some of these fields, in any order, possibly duplicated. */
function objectOf(names: string[], valueFor: (name: string) => fc.Arbitrary<string>): fc.Arbitrary<string> {
  const pair = fc
    .constantFrom(...names)
    .chain((name) => fc.tuple(fc.oneof(nameOf(name), fc.constant(`"${name}"`)), space, valueFor(name)))
    .map(([name, before, value]) => `${before}${name}:${before}${value}`);
  return fc.array(pair, { minLength: 1, maxLength: 3 }).map((pairs) => `{${pairs.join(',')}}`);
}
const bytesFor = ({ fields, inner }: { fields: string[]; inner: string[] }) => {
  const value = (name: string): fc.Arbitrary<string> => fc.constantFrom(...(VALUES.get(name) ?? []));
  const valueFor = (name: string) => (name === 'config' ? objectOf(inner, value) : value(name));
  const marks = fc.constantFrom('', '', '\uFEFF', '\uFEFF\uFEFF');
  const encodings = fc.constantFrom<BufferEncoding>('utf8', 'utf8', 'utf8', 'utf16le');
  return fc
    .tuple(marks, space, objectOf([...fields, '__proto__'], valueFor), space, encodings)
    .map(([mark, before, text, after, encoding]) => Buffer.from(mark + before + text + after, encoding));
};

function readBy({ schema }: (typeof SCHEMAS)[keyof typeof SCHEMAS], rawBody: Buffer) {
  const request = { rawBody, headers: { 'content-type': 'application/json' } } as unknown as HttpRequest;
  try {
    return { body: readJsonBody(request, schema) as Record<string, unknown> };
  } catch (error) {
    return { code: (error as { code?: string }).code };
  }
}

describe('the bytes of a body', () => {
  it.each(Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[])(
    'need a fresh sign-in if, and only if, %s reads in them what gives rights, or cannot read them',
    async (operation) => {
      const seen = { rights: 0, none: 0, unreadable: 0 };
      await fc.assert(
        fc.asyncProperty(bytesFor(SCHEMAS[operation]), async (bytes) => {
          const { body, code } = readBy(SCHEMAS[operation], bytes);
          if (code === 'validation_error') return;
          const needed = body === undefined || GIVES_RIGHTS[operation](body);
          if (body === undefined) seen.unreadable += 1;
          else seen[needed ? 'rights' : 'none'] += 1;
          expect((await askFor('S', operation, { body: bytes })).code === FRESH).toBe(needed);
        }),
        // The rate limit is 300 requests a minute per person.
        { numRuns: 250 },
      );
      for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
    },
  );
});
