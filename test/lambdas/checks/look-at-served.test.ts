import { expect, it } from 'vitest';
import { compareServed, lookAtServed } from '../../../lambdas/checks/look-at-server.ts';
import { toFailed } from '../../../lambdas/shared/net/failure.ts';
import type { PeerCertificate } from '../../../lambdas/shared/net/guarded.gateway.ts';
import { HOUR, iso, issued, NOW } from '../a-domain.ts';

const DAY = 24 * HOUR;
const ours = { ...issued, issuer: "C=US, O=Let's Encrypt, CN=E7", notBefore: iso(0), notAfter: iso(90 * DAY) };
const shown: PeerCertificate = {
  kind: 'certificate',
  fingerprintSha256: ours.fingerprintSha256,
  issuer: ours.issuer,
  subject: 'CN=shop.customer.com',
  notAfter: ours.notAfter,
  address: '192.0.2.7',
};
const other = { ...shown, fingerprintSha256: 'cd'.repeat(32), notAfter: iso(30 * DAY) };

it.each<[string, Parameters<typeof compareServed>[0], ReturnType<typeof compareServed>]>([
  ['ours', shown, 'the-certificate'],
  ['ours, of a CA whose root nobody trusts', { ...shown, verifyError: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }, 'the-certificate'],
  ['ours alone', { ...shown, verifyError: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }, 'chain_incomplete'],
  ['ours with half of its chain', { ...shown, verifyError: 'UNABLE_TO_GET_ISSUER_CERT' }, 'chain_incomplete'],
  ['an older one of ours', other, 'former_certificate'],
  ['an older one of another intermediate of our CA', { ...other, issuer: "C=US, O=Let's Encrypt, CN=R12" }, 'former_certificate'],
  ['a younger one of our CA', { ...other, notAfter: iso(91 * DAY) }, 'other_certificate'],
  ['one of another CA', { ...other, issuer: 'C=US, O=Google Trust Services, CN=WE1' }, 'other_certificate'],
  ['one that ends in a week', { ...other, notAfter: iso(7 * DAY) }, 'certificate_ends_soon'],
  ['one that ends in a week and a millisecond', { ...other, notAfter: iso(7 * DAY + 1) }, 'former_certificate'],
  ['one of another CA that has ended', { ...other, issuer: 'O=Other', notAfter: iso(-DAY) }, 'certificate_ends_soon'],
  ['one that it has signed itself', { ...other, issuer: other.subject }, 'self_signed'],
  ['one for another name', { ...other, isForAnotherName: true }, 'other_hostname'],
  ['an alert', toFailed('tls', 'TLS: ERR_SSL_TLSV1_ALERT_INTERNAL_ERROR'), 'tls_failed'],
  ['a closed port', toFailed('connection', 'ECONNREFUSED'), 'https_unreachable'],
  ['nothing in time', toFailed('timeout', 'the handshake took too long'), 'https_unreachable'],
  ['no address', toFailed('dns', 'no IPv4 address'), 'unknown'],
])('a server that shows %s is told apart', (_, peer, what) => {
  expect(compareServed(peer, ours, NOW)).toBe(what);
});

it('a check of what is served keeps as evidence what was seen, and the other certificate by its fingerprint', async () => {
  const net = { tlsPeer: async () => other };
  expect(await lookAtServed({ net, httpsPort: 443 }, 'shop.customer.com', ours, NOW)).toEqual({
    kind: 'not-served',
    reason: 'former_certificate',
    observed: other.fingerprintSha256,
    evidence: [expect.objectContaining({ kind: 'tls', asked: 'TLS shop.customer.com:443', server: '192.0.2.7' })],
  });
});

it('a check of what is served says in its evidence that the chain is incomplete', async () => {
  const net = { tlsPeer: async () => ({ ...shown, verifyError: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }) };
  const seen = await lookAtServed({ net, httpsPort: 443 }, 'shop.customer.com', ours, NOW);
  expect(seen).toMatchObject({
    evidence: [{ answer: expect.stringContaining('without the certificates between it and its root') }],
  });
});

it('a check of what is served for a wildcard asks for a name below it that nobody has set', async () => {
  const asked: string[] = [];
  const net = {
    tlsPeer: async ({ hostname }: { hostname: string }) => {
      asked.push(hostname);
      return { kind: 'failed', cause: 'timeout', reason: 'no answer' } as const;
    },
  };
  const { evidence } = await lookAtServed({ net, httpsPort: 443 }, '*.shop.customer.com', ours, NOW);
  expect(asked).toEqual([expect.stringMatching(/^cps-[a-z0-9]+\.shop\.customer\.com$/)]);
  expect(evidence[0]?.asked).toBe(`TLS ${asked[0]}:443`);
});
