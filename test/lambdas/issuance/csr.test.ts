import { createPublicKey } from 'node:crypto';
import acme from 'acme-client';
import { describe, expect, it } from 'vitest';
import { newKeyAndCsr } from '../../../lambdas/issuance/csr.gateway.ts';
import { derOfPem } from '../../../lambdas/issuance/csr.ts';

const LONGEST = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;

describe('a certificate request', () => {
  it.each(['shop.customer.com', 'xn--bcher-kva.customer.com', LONGEST])(
    'names %s as its only name, and no subject',
    (hostname) => {
      const { csr } = newKeyAndCsr(hostname);
      expect(acme.crypto.readCsrDomains(csr)).toEqual({ commonName: null, altNames: [hostname] });
    },
  );

  it('carries the public half of its key', () => {
    const { csr, privateKeyPem } = newKeyAndCsr('shop.customer.com');
    const publicKey = createPublicKey(privateKeyPem);
    expect(publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(derOfPem(csr).includes(publicKey.export({ type: 'spki', format: 'der' }))).toBe(true);
  });

  it('has a new key every time', () => {
    expect(newKeyAndCsr('shop.customer.com').privateKeyPem).not.toBe(newKeyAndCsr('shop.customer.com').privateKeyPem);
  });
});
