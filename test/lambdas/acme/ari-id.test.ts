import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { ariIdOf } from '../../../lambdas/acme/ari-id.ts';
import { aCertificate } from '../steps/issuance/a-certificate.ts';

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
