import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Role } from '../../../../contract/api/roles.ts';
import { deleteDomain } from '../../../../lambdas/api/domains/delete-domain.ts';
import { getDomain } from '../../../../lambdas/api/domains/get-domain.ts';
import { KEY_OPERATIONS } from '../../../../lambdas/api/keys/operations.ts';
import { peopleRoutes } from '../../../../lambdas/api/people-api/people-routes.ts';
import { sessionAdmission } from '../../../../lambdas/api/people-api/session-admission.ts';
import type { Call } from '../../../../lambdas/api/pipeline/call.ts';
import type { Operation } from '../../../../lambdas/api/pipeline/operation.ts';
import { createOperationRoute } from '../../../../lambdas/api/pipeline/serve-operation.ts';
import { getApiUse } from '../../../../lambdas/api/reports/get-api-use.ts';
import { sessionCookie } from '../../../../lambdas/model/accounts/people/cookies.ts';
import type { Member, Session } from '../../../../lambdas/model/accounts/people/people.schema.ts';
import { newSession } from '../../../../lambdas/model/accounts/people/session.ts';
import { MODES, type Mode } from '../../../../lambdas/model/accounts/tenant.ts';
import { serveHttp } from '../../../../lambdas/shared/http/serve-http.ts';
import { peopleKeys } from '../../../../lambdas/shared/table/keys.ts';
import type { CheckPorts } from '../../../../lambdas/wiring/checks.wiring.ts';
import { lazily } from '../../../../lambdas/wiring/lazily.ts';
import { NOW } from '../../a-domain.ts';
import { aMember, ORGANIZATION } from '../../model/accounts/people/a-person.ts';
import { settings } from '../../settings.ts';
import { answers, clock, log, portsOf } from '../api-caller.ts';

const SITE = 'https://certificates.example.net';
const ports = lazily({ answers: () => answers }, portsOf({ settings: { ...settings, siteUrl: SITE } }));
/** Replaces `getApiUse`: returns the limits of the call. */
const limitsInPlaceOfUse = {
  ...getApiUse,
  prepare:
    () =>
    () =>
    ({ limits, used }: Call) => ({ status: 200, json: { limits, used } }),
};
const OPERATIONS = [limitsInPlaceOfUse, getDomain, deleteDomain, ...KEY_OPERATIONS];

const secretOf = (letter: string) => letter.repeat(43);
export const person = (role: Role, changes: Partial<Member> = {}, letter = 'M') => aMember(letter, { role, ...changes });

export const sessionOf = (letter = 'M', changes: Partial<Session> = {}): Session => ({
  ...newSession(
    {
      userId: person('owner', {}, letter).userId,
      organizationId: ORGANIZATION,
      authenticatedAt: NOW.toISOString(),
      sourceIp: '192.0.2.9',
      userAgent: 'Browser 9',
    },
    secretOf(letter),
    NOW,
  ),
  ...changes,
});
export const sessionItem = (session = sessionOf()) => ({
  ...peopleKeys.session(session.userId, session.sessionId),
  ...session,
});

export const PEOPLES_ROUTES = peopleRoutes('live', ports);
const routesIn = (mode: Mode) => [
  ...OPERATIONS.map((operation: Operation<CheckPorts>) => createOperationRoute(operation, ports)(sessionAdmission(mode, ports))),
  ...peopleRoutes(mode, ports),
];
/** Log fields of the last request. */
export const about: Record<string, unknown>[] = [];
const handler = serveHttp(MODES.flatMap(routesIn), {
  log,
  logAbout: (facts) => void about.splice(0, about.length, facts),
  clock: () => clock.now,
  newRequestId: () => 'req_1',
});

const OWN_PAGE = { 'x-requested-with': 'cps', 'sec-fetch-site': 'same-origin', origin: SITE };

interface Ask {
  letter?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

export async function ask(method: string, path: string, { letter = 'M', body, headers = OWN_PAGE }: Ask = {}) {
  const token = { organizationId: ORGANIZATION, userId: person('owner', {}, letter).userId, secret: secretOf(letter) };
  const event = {
    rawPath: `/app/v1${path}`,
    rawQueryString: '',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    cookies: [sessionCookie(token, SITE).split(';')[0]],
    body: body && JSON.stringify(body),
    isBase64Encoded: false,
    requestContext: {
      domainName: 'abc.execute-api.eu-central-1.amazonaws.com',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
    },
  } as unknown as APIGatewayProxyEventV2;
  const result = await handler(event, { getRemainingTimeInMillis: () => 28_000 } as Context);
  const json = JSON.parse(result.body ?? 'null');
  return { status: result.statusCode, headers: result.headers ?? {}, json, code: json?.error?.code };
}
