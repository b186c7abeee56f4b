import { expect, it } from 'vitest';
import { edgeService, enrollAt, fetchChallenge } from '../../../agent/service/edge.gateway.ts';
import { authenticateAgent } from '../../../lambdas/agent-api/agent-credentials.ts';
import { identity, machine, request, server } from '../../lambdas/agent-api/an-agent.ts';
import { type EdgeAnswer, edgeOnLoopback, type SeenRequest } from '../edge-on-loopback.ts';

async function serviceThat(answer: (request: SeenRequest) => EdgeAnswer) {
  const edge = await edgeOnLoopback(answer);
  return { ...edge, service: edgeService({ ...identity, enrollment: { ...identity.enrollment, site: edge.site } }) };
}
const nothing = { changes: [], hostnames: [], cursor: 'next', place: '0.1', poll_after_seconds: 60 };

it('what an agent sends is signed so that the service lets it in', async () => {
  const { service, requests } = await serviceThat(({ method }) => ({ json: method === 'GET' ? nothing : { accepted: 1 } }));
  await service.certificates('a+b/c=', { awaiting: 2 });
  await service.report({ handshakes: [{ hostname: 'shop.customer.com', error: 'ECONNREFUSED' }] });
  for (const { method, path: target, headers, body } of requests) {
    const [path = '', query = ''] = target.split('?');
    const asked = {
      ...request({ method: method as 'GET' | 'POST', path, query, body }, { authorization: headers.authorization }),
      now: new Date(),
    };
    await expect(authenticateAgent(asked, { getMachine: async () => ({ server, machine }) })).resolves.toMatchObject({
      server,
      machine,
    });
  }
  expect(requests.map(({ path }) => path)).toEqual(['/edge/v1/certificates?since=a%2Bb%2Fc%3D&awaiting=2', '/edge/v1/reports']);
});

it('what an agent sends names its machine, by which the firewall counts it', async () => {
  const { service, requests } = await serviceThat(({ method }) => ({ json: method === 'GET' ? nothing : { accepted: 1 } }));
  await service.certificates(undefined);
  await service.report({ handshakes: [] });
  expect(requests.map(({ headers }) => headers['x-cps-machine'])).toEqual([machine.id, machine.id]);
});

it.each<[string, EdgeAnswer, object]>([
  ['an answer', { json: nothing }, { kind: 'answered', body: nothing }],
  ['401', { status: 401, json: {} }, { kind: 'refused', serviceTime: expect.any(String) }],
  [
    '503 with Retry-After',
    { status: 503, json: {}, headers: { 'retry-after': '7' } },
    { kind: 'unavailable', retryAfterSeconds: 7 },
  ],
  [
    '429 with a date',
    {
      status: 429,
      json: {},
      headers: { date: 'Mon, 01 Jun 2026 11:58:00 GMT', 'retry-after': 'Mon, 01 Jun 2026 12:00:00 GMT' },
    },
    { kind: 'unavailable', retryAfterSeconds: 120 },
  ],
  ['no JSON', { text: '<html>' }, { kind: 'unavailable' }],
  ['another shape', { json: { changes: 'none' } }, { kind: 'unavailable' }],
  ['a redirect', { status: 302, json: {}, headers: { location: 'http://127.0.0.1:1/' } }, { kind: 'unavailable' }],
])('the service may answer %s', async (_, answer, expected) => {
  const { service } = await serviceThat(() => answer);
  expect(await service.certificates(undefined)).toMatchObject(expected);
});

it('the service may answer without end: the agent stops reading', async () => {
  const { service } = await serviceThat(() => ({ text: `{"changes":[],"cursor":"${'x'.repeat(8 * 1024 * 1024)}"}` }));
  expect(await service.certificates(undefined)).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringContaining('more than 8388608 bytes'),
  });
});

it('the service says with an unknown token which challenge there is, or that there is none; else somebody else answers', async () => {
  const answers = ['token.thumbprint', 'none'].map((told) => ({
    status: 404,
    json: {},
    headers: { 'x-cps-pending-challenge': told },
  }));
  const { site } = await edgeOnLoopback(() => answers.shift() ?? { status: 404, json: {} });
  const asked = () => fetchChallenge({ site, machine_id: 'mch_1' }, 'abc', 'shop.customer.com');
  expect(await asked()).toEqual({ kind: 'unknown', pending: 'token.thumbprint' });
  expect(await asked()).toEqual({ kind: 'unknown' });
  expect(await asked()).toEqual({ kind: 'unavailable' });
});

it('the service may answer nothing, because it is down', async () => {
  const { service, stop } = await serviceThat(() => ({}));
  stop();
  expect(await service.certificates(undefined)).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringContaining('ECONNREFUSED'),
  });
});

it('an enrollment is a plain POST', async () => {
  const { site, requests } = await edgeOnLoopback(() => ({
    status: 201,
    json: { machine_id: 'mch_1', organization_id: 'org_A', server_id: 1 },
  }));
  const body = { token: 't', name: 'n', signing_jwk: machine.signingJwk, encryption_jwk: machine.encryptionJwk } as Parameters<
    typeof enrollAt
  >[1];
  expect(await enrollAt(site, body)).toMatchObject({ kind: 'answered', body: { machine_id: 'mch_1' } });
  expect(requests).toMatchObject([{ method: 'POST', path: '/edge/v1/machines', body: JSON.stringify(body) }]);
});

it.each<[string, EdgeAnswer, object]>([
  ['found', { text: 'token.thumbprint' }, { kind: 'found', text: 'token.thumbprint' }],
  ['1 KiB long', { text: 'x'.repeat(1024) }, { kind: 'found', text: 'x'.repeat(1024) }],
  ['longer', { text: 'x'.repeat(1025) }, { kind: 'unavailable' }],
  ['unknown', { status: 404, json: {}, headers: { 'x-cps-pending-challenge': 'none' } }, { kind: 'unknown' }],
  ['broken', { status: 500, json: {} }, { kind: 'unavailable' }],
])('a challenge asked of the service that is %s', async (_, answer, expected) => {
  const { site, requests } = await edgeOnLoopback(() => answer);
  expect(await fetchChallenge({ site, machine_id: 'mch_1' }, 'abc', 'shop.customer.com')).toEqual(expected);
  expect(requests).toMatchObject([
    { path: '/edge/v1/challenges/abc', headers: { 'x-cps-hostname': 'shop.customer.com', 'x-cps-machine': 'mch_1' } },
  ]);
});

it('a challenge of a service that is down is unavailable', async () => {
  const { site, stop } = await edgeOnLoopback(() => ({}));
  stop();
  expect(await fetchChallenge({ site, machine_id: 'mch_1' }, 'abc', 'shop.customer.com')).toEqual({ kind: 'unavailable' });
});
