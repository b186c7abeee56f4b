import { X509Certificate } from 'node:crypto';
import { leafPemOf } from '../../contract/certificate-text.ts';

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
const ALTERNATE = /<(?<url>[^>]*)>(?=[^<]*;\s*rel="?alternate"?(?:[\s;,]|$))/g;

/** Where the CA has other chains of the certificate at `url` (RFC 8555, section 7.4.2; RFC 8288, section 3). */
export function alternatesIn(link: string | string[] | undefined, url: string): string[] {
  return [...[link ?? []].flat().join(', ').matchAll(ALTERNATE)].flatMap(({ groups }) => {
    const found = groups?.url ?? '';
    return URL.canParse(found, url) ? [new URL(found, url).href] : [];
  });
}

/** Whether the topmost certificate of a chain was issued by whom this common name belongs to, as certbot's `--preferred-chain` has it. */
export function isIssuedUnder(chainPem: string, commonName: string): boolean {
  const topmost = chainPem.match(CERTIFICATES)?.at(-1);
  try {
    return topmost !== undefined && new X509Certificate(topmost).issuer?.split('\n').includes(`CN=${commonName}`) === true;
  } catch {
    return false;
  }
}

/** Another chain is one of the same certificate. */
export function isSameLeaf(one: string, other: string): boolean {
  const bare = (chain: string) => leafPemOf(chain)?.replace(/\s/g, '');
  return bare(one) === bare(other);
}
