import { createPrivateKey, createPublicKey, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ariIdOf, readChain } from '../../../../lambdas/steps/issuance/certificate-facts.ts';
import { newKeyAndCsr } from '../../../../lambdas/steps/issuance/csr.gateway.ts';
import { aCertificate } from './a-certificate.ts';

const hostname = 'shop.customer.com';
const { csr, privateKeyPem } = await newKeyAndCsr(hostname);
const ca = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const ordered = { hostname, csr, caName: 'Test CA' };
const publicKey = createPublicKey(createPrivateKey(privateKeyPem));
const leaf = aCertificate({ hostname, publicKey, signedWith: ca.privateKey, issuer: 'Intermediate' });
const intermediate = aCertificate({ hostname: 'Intermediate', publicKey: ca.publicKey, signedWith: ca.privateKey });

describe('a chain from the CA', () => {
  it('is read from its leaf', () => {
    expect(readChain(leaf + intermediate, ordered)).toEqual({
      kind: 'read',
      facts: {
        serialNumber: '0102030405060708',
        issuer: 'CN=Intermediate',
        notBefore: '2026-01-02T03:04:05.000Z',
        notAfter: '2049-01-02T03:04:05.000Z',
        fingerprintSha256: new X509Certificate(leaf).fingerprint256.replaceAll(':', '').toLowerCase(),
        keyType: 'ECDSA P-256',
        ca: 'Test CA',
      },
    });
  });

  it('is read of a wildcard, and refused where it is for its base alone', () => {
    const wildcard = { ...ordered, hostname: `*.${hostname}` };
    const certificate = aCertificate({ hostname: wildcard.hostname, publicKey, signedWith: ca.privateKey });
    expect(readChain(certificate, wildcard).kind).toBe('read');
    expect(readChain(leaf, wildcard)).toEqual({ kind: 'wrong', reason: 'it is for another hostname' });
    expect(readChain(certificate, ordered)).toEqual({ kind: 'wrong', reason: 'it is for another hostname' });
  });

  it.each([
    [
      'is for another hostname',
      aCertificate({ hostname: 'other.customer.com', publicKey, signedWith: ca.privateKey }),
      'it is for another hostname',
    ],
    [
      'is for another key',
      aCertificate({ hostname, publicKey: ca.publicKey, signedWith: ca.privateKey }),
      'it is for another key',
    ],
    ['begins with the intermediate', intermediate + leaf, 'it is for another hostname'],
    ['is an error page', '<html>busy</html>', 'it holds no certificate'],
    ['is cut in the middle', `${leaf.slice(0, 300)}\n-----END CERTIFICATE-----`, 'it holds no certificate'],
    ['is empty', '', 'it holds no certificate'],
  ])('that %s is refused', (_, chain, reason) => {
    expect(readChain(chain, ordered)).toEqual({ kind: 'wrong', reason });
  });
});

/** RFC 9773, appendix A. */
const EXAMPLE = `-----BEGIN CERTIFICATE-----
MIIBQzCB66ADAgECAgUAh2VDITAKBggqhkjOPQQDAjAVMRMwEQYDVQQDEwpFeGFt
cGxlIENBMCIYDzAwMDEwMTAxMDAwMDAwWhgPMDAwMTAxMDEwMDAwMDBaMBYxFDAS
BgNVBAMTC2V4YW1wbGUuY29tMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEeBZu
7cbpAYNXZLbbh8rNIzuOoqOOtmxA1v7cRm//AwyMwWxyHz4zfwmBhcSrf47NUAFf
qzLQ2PPQxdTXREYEnKMjMCEwHwYDVR0jBBgwFoAUaYhba4dGQEHhs3uEe6CuLN4B
yNQwCgYIKoZIzj0EAwIDRwAwRAIge09+S5TZAlw5tgtiVvuERV6cT4mfutXIlwTb
+FYN/8oCIClDsqBklhB9KAelFiYt9+6FDj3z4KGVelYM5MdsO3pK
-----END CERTIFICATE-----
`;
const derOf = (pem: string) => new X509Certificate(pem).raw;

it('the certificate of RFC 9773 is called what the RFC calls it', () => {
  expect(ariIdOf(derOf(EXAMPLE))).toBe('aYhba4dGQEHhs3uEe6CuLN4ByNQ.AIdlQyE');
});

it('a certificate that does not name its issuer’s key has no name in renewal information', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  expect(ariIdOf(derOf(aCertificate({ hostname: 'shop.customer.com', publicKey, signedWith: privateKey })))).toBeUndefined();
});
