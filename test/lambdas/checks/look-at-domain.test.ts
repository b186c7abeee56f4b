import { expect, it, vi } from 'vitest';
import type { Directory } from '../../../lambdas/acme/answer.schema.ts';
import { domainChecker } from '../../../lambdas/checks/look-at-domain.ts';
import { recursiveReader } from '../../../lambdas/dns/walk/dns-reader.ts';
import { probeProof } from '../../../lambdas/model/domains/challenge/challenge-probe.ts';
import type { Domain } from '../../../lambdas/model/domains/domain-row.schema.ts';
import type { GuardedNet } from '../../../lambdas/shared/net/guarded.gateway.ts';
import { ServiceSecret } from '../../../lambdas/shared/secrets/service-secret.ts';
import { aDomain, HOUR, iso, issued, NOW } from '../a-domain.ts';
import { server } from '../agent-api/an-agent.ts';
import { settings } from '../settings.ts';
import { nobodyAnswers, resolverKnowing, servfail } from '../shared/net/answers.ts';

const secret = ServiceSecret.fromJson(JSON.stringify({ 1: 's'.repeat(32) }));
const soon = aDomain('active', { served: { renewAt: iso(HOUR) } });
const { url } = soon;
const cnameTarget = soon.cname.target;
const CNAME = { [`CNAME ${url}`]: [cnameTarget] };
const SHOWN = {
  kind: 'certificate',
  issuer: 'CN=CA',
  subject: 'CN=shop',
  notAfter: issued.notAfter,
  address: '192.0.2.7',
} as const;
const meta = { caaIdentities: ['ca.example'] };
const answering = { newNonce: '', newAccount: '', newOrder: '', meta };

/** A customer's DNS, web server and CA. Counts the requests to each. */
function outside({
  known = CNAME as Parameters<typeof resolverKnowing>[0],
  pathLeadsToUs = true,
  machineCount = 1,
  directory = answering as Directory,
  isCaDown = false,
} = {}) {
  const resolve = resolverKnowing(known);
  const net = {
    tlsPeers: vi.fn<GuardedNet['tlsPeers']>(),
    tlsPeer: vi.fn<GuardedNet['tlsPeer']>(async () => ({ ...SHOWN, fingerprintSha256: issued.fingerprintSha256 })),
    addresses: vi.fn<GuardedNet['addresses']>(async (name) => ({ kind: 'addresses', addresses: [], names: [name] })),
    walk: vi.fn<GuardedNet['walk']>(async ({ path, hostname }) => {
      const proof = probeProof(secret, hostname, path.split('/').at(-1) ?? '', NOW);
      const body = pathLeadsToUs ? (proof ?? '') : 'Not found';
      const answer = { kind: 'answer' as const, status: pathLeadsToUs ? 200 : 404, headers: {}, body, address: '192.0.2.7' };
      const hop = { url: `http://${hostname}${path}`, address: '192.0.2.7', answer };
      return { kind: 'walked', names: [hostname, cnameTarget], addresses: ['192.0.2.7'], walks: [{ hops: [hop] }] };
    }),
  };
  const servers = { get: vi.fn(async () => ({ ...server, machineCount })), ownerOfLabel: vi.fn(async () => undefined) };
  const caaIdentities = async () => (isCaDown ? undefined : (directory.meta?.caaIdentities ?? []));
  const openDnsReader = () => recursiveReader(resolve);
  const accountUrl = async () => 'https://ca.example/acct/1';
  const caaIssuers = [{ caaIdentities, accountUrl }] as const;
  const look = domainChecker({ openDnsReader, resolve, net, servers, serviceSecret: secret, settings, caaIssuers });
  return { resolve, net, servers, look: (domain: Domain = soon) => look(domain, NOW) };
}

it('a check of an active domain asks for its CNAME, what it serves and whether its machines are heard of, with one read', async () => {
  const { look, net, servers, resolve } = outside();
  expect(await look(aDomain('active'))).toEqual({
    dns: { kind: 'cname-matched', evidence: [expect.anything()] },
    served: { kind: 'served', evidence: [expect.anything()] },
    machines: { kind: 'machines-heard' },
  });
  expect(resolve.asked).toEqual([`CNAME ${url}`]);
  expect(net.walk).not.toHaveBeenCalled();
  expect(servers.get).toHaveBeenCalledTimes(1);
  expect(servers.ownerOfLabel).not.toHaveBeenCalled();
});

it('a check of an active domain in the days before its renewal is a dry run too, which reads no more where all is well', async () => {
  const { look, servers } = outside();
  expect(await look()).toMatchObject({ served: { kind: 'served' }, dryRun: { kind: 'dry-run-passed' } });
  expect(servers.get).toHaveBeenCalledTimes(1);
});

it.each<[string, Parameters<typeof outside>[0], object]>([
  [
    'CAA records',
    { known: { ...CNAME, 'CAA customer.com': ['0 issue ";"'] } },
    { code: 'caa_forbids_issuance', observed: 'customer.com CAA 0 issue "ca.example"' },
  ],
  [
    'CAA records for another account of the CA',
    { known: { ...CNAME, 'CAA customer.com': ['0 issue "ca.example; accounturi=https://ca.example/acct/2"'] } },
    { code: 'caa_forbids_issuance', reason: 'caa_restricted' },
  ],
  [
    'CAA records that cannot be read',
    { known: { ...CNAME, 'CAA customer.com': servfail } },
    { code: 'caa_forbids_issuance', reason: 'caa_unreadable' },
  ],
  ['a challenge path that leads elsewhere', { pathLeadsToUs: false }, { code: 'challenge_unreachable' }],
  ['a server without a machine', { pathLeadsToUs: false, machineCount: 0 }, { code: 'server_not_connected' }],
])('a dry run finds %s', async (_, what, diagnosis) => {
  expect((await outside(what).look()).dryRun).toMatchObject({ kind: 'dry-run-failed', diagnosis });
});

it('a dry run of a hostname that is validated by DNS asks for its record, and not for its challenge path', async () => {
  const validation = { target: 'secret.validation.service.net', state: 'ok' } as const;
  const record = `CNAME _acme-challenge.${url}`;
  const dryRunWith = async (known: Parameters<typeof resolverKnowing>[0]) =>
    (await outside({ known: { ...CNAME, ...known }, pathLeadsToUs: false }).look({ ...soon, validation })).dryRun;
  expect(await dryRunWith({ [record]: [validation.target] })).toEqual({ kind: 'dry-run-passed' });
  expect(await dryRunWith({})).toMatchObject({ kind: 'dry-run-failed', diagnosis: { reason: 'validation_missing' } });
  expect(await dryRunWith({ [record]: ['x.other.net'] })).toMatchObject({ diagnosis: { reason: 'validation_wrong' } });
});

it('a dry run without an answer about CAA has neither passed nor failed, and without one of the CA neither', async () => {
  expect((await outside({ known: { ...CNAME, [`CAA ${url}`]: nobodyAnswers } }).look()).dryRun).toEqual({
    kind: 'dry-run-unknown',
  });
  const known = { ...CNAME, 'CAA customer.com': ['0 issue "ca.example"'] };
  expect((await outside({ isCaDown: true, known }).look()).dryRun).toEqual({ kind: 'dry-run-unknown' });
  expect((await outside({ isCaDown: true }).look()).dryRun).toEqual({ kind: 'dry-run-passed' });
});

it('a dry run for a CA that says no names of its own passes', async () => {
  const { meta: _, ...nameless } = answering;
  expect((await outside({ directory: { ...nameless, meta: undefined } }).look()).dryRun).toEqual({ kind: 'dry-run-passed' });
});

it('a check of a domain whose certificate has ended asks for its CNAME alone', async () => {
  const ended = aDomain('failed', {
    served: { certificate: issued, renewAt: iso(0) },
    error: { code: 'certificate_expired', details: {} },
  });
  const { look, net, servers } = outside();
  expect(await look(ended)).toEqual({ dns: expect.objectContaining({ kind: 'cname-matched' }) });
  expect(net.tlsPeer).not.toHaveBeenCalled();
  expect(servers.get).not.toHaveBeenCalled();
  expect(net.walk).not.toHaveBeenCalled();
});
