import { expect, it } from 'vitest';
import { isProof, probeProof, probeToken } from '../../../../../lambdas/model/domains/challenge/challenge-probe.ts';
import { ServiceSecret } from '../../../../../lambdas/shared/secrets/service-secret.ts';
import { later, NOW, SECOND } from '../../../a-domain.ts';

const aSecret = (versions: Record<string, string>) => ServiceSecret.fromJson(JSON.stringify(versions));
const old = { 1: 'o'.repeat(32) };
const secret = aSecret(old);
const hostname = 'shop.customer.com';
const token = probeToken(secret, hostname, NOW);
const proofOf = (host: string, asked: string, now = NOW) => probeProof(secret, host, asked, now);

it('a probe is answered with its proof', () => {
  const proof = proofOf(hostname, token) ?? '';
  expect(isProof(secret, hostname, token, `${proof}\n`)).toBe(true);
});

it('a probe looks like a token of a CA', () => {
  expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
});

it('a probe of another hostname, second or maker is not answered', () => {
  expect(proofOf('other.customer.com', token)).toBeUndefined();
  expect(proofOf(hostname, token.replace(/-[0-9a-z]+-/, '-tkblsd-'))).toBeUndefined();
  expect(proofOf(hostname, probeToken(aSecret({ 1: 'x'.repeat(32) }), hostname, NOW))).toBeUndefined();
  expect(proofOf(hostname, 'LjOIG3GXXRLNADBWCweWR4V-2i0b2nR3yEFpuIlHiZM')).toBeUndefined();
});

it('a probe is answered for five minutes', () => {
  expect(proofOf(hostname, token, later(300 * SECOND))).toBeDefined();
  expect(proofOf(hostname, token, later(301 * SECOND))).toBeUndefined();
  expect(proofOf(hostname, token, later(-301 * SECOND))).toBeUndefined();
});

it('a probe is proven across a rotation of the secret, on either side', () => {
  const rotated = aSecret({ ...old, 2: 'n'.repeat(32) });
  expect(isProof(rotated, hostname, token, probeProof(rotated, hostname, token, NOW) ?? '')).toBe(true);
  expect(isProof(rotated, hostname, token, proofOf(hostname, token) ?? '')).toBe(true);
});

it('a probe is not proven by its own token, by nothing, or by the proof of another', () => {
  const other = probeToken(secret, hostname, later(SECOND));
  for (const answer of ['', token, proofOf(hostname, other, later(SECOND)) ?? ''])
    expect(isProof(secret, hostname, token, answer)).toBe(false);
});
