import 'reflect-metadata';
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { Pkcs10CertificateRequest } from '@peculiar/x509';
import acme from 'acme-client';
import { describe, expect, it } from 'vitest';
import { derOfPem } from '../../../../lambdas/steps/issuance/certificate-facts.ts';
import { newKeyAndCsr } from '../../../../lambdas/steps/issuance/csr.gateway.ts';

const LONGEST = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(57)}.com`;

describe('a certificate request', () => {
  it.each(['shop.customer.com', '*.shop.customer.com', 'xn--bcher-kva.customer.com', LONGEST])(
    'names %s as its only name, and no subject',
    async (hostname) => {
      const { csr } = await newKeyAndCsr(hostname);
      expect(acme.crypto.readCsrDomains(csr)).toEqual({ commonName: null, altNames: [hostname] });
      expect(new Pkcs10CertificateRequest(csr).subject).toBe('');
    },
  );

  it('carries the public half of its key', async () => {
    const { csr, privateKeyPem } = await newKeyAndCsr('shop.customer.com');
    const publicKey = createPublicKey(privateKeyPem);
    expect(publicKey.asymmetricKeyDetails?.namedCurve).toBe('prime256v1');
    expect(derOfPem(csr).includes(publicKey.export({ type: 'spki', format: 'der' }))).toBe(true);
  });

  it('is signed with that key: one changed letter of its hostname breaks it', async () => {
    const der = derOfPem((await newKeyAndCsr('shop.customer.com')).csr);
    const forged = Buffer.from(der.toString('latin1').replace('shop.', 'shot.'), 'latin1');
    expect(await new Pkcs10CertificateRequest(der).verify()).toBe(true);
    expect(await new Pkcs10CertificateRequest(forged).verify()).toBe(false);
  });

  it('leaves its key as PKCS #8, which is what servers read', async () => {
    const { privateKeyPem } = await newKeyAndCsr('shop.customer.com');
    expect(createPrivateKey(privateKeyPem).export({ type: 'pkcs8', format: 'pem' })).toBe(privateKeyPem);
  });

  it('has a new key every time', async () => {
    const [one, other] = [await newKeyAndCsr('shop.customer.com'), await newKeyAndCsr('shop.customer.com')];
    expect(one.privateKeyPem).not.toBe(other.privateKeyPem);
  });
});
