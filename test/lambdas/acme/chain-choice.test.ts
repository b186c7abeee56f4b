import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { acmeGateway } from '../../../lambdas/acme/acme.gateway.ts';
import { alternatesIn } from '../../../lambdas/acme/answer.ts';
import { NOW } from '../a-domain.ts';
import { aCertificate } from '../steps/issuance/a-certificate.ts';
import { CA_URL, DIRECTORY_URL, InMemoryCa, problem } from '../steps/issuance/in-memory-ca.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const signed = (hostname: string, issuer: string) => aCertificate({ hostname, publicKey, signedWith: privateKey, issuer });
const leaf = signed('shop.customer.com', 'Intermediate');
/** Signed once, because ECDSA signatures differ each time. */
const intermediates = new Map(['Root A', 'Root B', 'Root C'].map((root) => [root, signed('Intermediate', root)]));
const chainTo = (root: string, of = leaf) => of + intermediates.get(root);
const text = (body: string, headers = {}) => ({ kind: 'answer' as const, status: 200, headers, body });

const URL_OF_IT = `${CA_URL}/certificate/0`;
const LINK = `<${CA_URL}/dir>;rel="index", <${URL_OF_IT}/1>;rel="alternate", </certificate/0/2>; rel=alternate`;

/** Downloads from a CA that offers three chains. */
async function downloaded(preferredChain: string | undefined, second = text(chainTo('Root B'))) {
  const ca = new InMemoryCa();
  const account = { key: privateKey, url: `${CA_URL}/account/0` };
  const acme = acmeGateway({ directoryUrl: DIRECTORY_URL, exchange: ca.exchange, clock: () => NOW, preferredChain });
  const instead = [
    { match: /certificate.0$/, result: text(chainTo('Root A'), { link: LINK }) },
    { match: /certificate.0.1$/, result: second },
    { match: /certificate.0.2$/, result: text(chainTo('Root C')) },
  ];
  ca.instead.push(...instead);
  const result = await acme.downloadCertificate(account, URL_OF_IT);
  return { chain: result.kind === 'ok' ? result.value : '', asked: ca.requests.filter((request) => request.startsWith('POST')) };
}

describe('the chain of a certificate', () => {
  it.each<[string, string | undefined, string, number]>([
    ['no root is preferred', undefined, 'Root A', 1],
    ['the usual one leads to the preferred root', 'Root A', 'Root A', 1],
    ['the first of the others does', 'Root B', 'Root B', 2],
    ['the last does', 'Root C', 'Root C', 3],
    ['none does', 'Root D', 'Root A', 3],
    ['a root’s name only begins like it', 'Root', 'Root A', 3],
  ])('where %s is the one wanted, with no request too many', async (_, preferred, root, requests) => {
    const { chain, asked } = await downloaded(preferred);
    expect(chain).toBe(chainTo(root));
    expect(asked).toHaveLength(requests);
  });

  it.each([
    ['is refused', problem(404, 'malformed')],
    ['holds no certificate', text('<html>')],
    ['is of another certificate', text(chainTo('Root B', signed('other.customer.com', 'Intermediate')))],
  ])('is the usual one where the preferred one %s', async (_, second) => {
    expect((await downloaded('Root B', second as ReturnType<typeof text>)).chain).toBe(chainTo('Root A'));
  });

  it.each<[string | string[] | undefined, string[]]>([
    [undefined, []],
    ['<https://ca.test/dir>;rel="index"', []],
    [
      '<https://ca.test/1>;rel="alternate", <https://ca.test/2>;title="x";rel="alternate"',
      ['https://ca.test/1', 'https://ca.test/2'],
    ],
    [['<https://ca.test/dir>;rel="index"', '<2>;rel="alternate"'], ['https://ca.test/certificate/2']],
    ['<https://ca.test/1>;rel="alternates"', []],
    ['<https://[>;rel="alternate"', []],
  ])('has others where the CA links them: %j', (link, urls) => {
    expect(alternatesIn(link, URL_OF_IT)).toEqual(urls);
  });
});
