import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { keyAuthorization, publicJwk } from '../../../lambdas/acme/account.ts';
import { derOfPem } from '../../../lambdas/steps/issuance/certificate-facts.ts';
import { newKeyAndCsr } from '../../../lambdas/steps/issuance/csr.gateway.ts';
import type { Pebble } from '../pebble.ts';
import { type InProcess, inProcess, until } from './contender.ts';

interface Answer {
  body: string;
  location: string;
  status: number;
}
// biome-ignore lint/suspicious/noExplicitAny: nothing of an answer is checked here, which is the point.
type Anything = any;

/** The requests of a certificate without anything else: no checks of answers, no time-outs, no error handling. */
export async function bareFlow(pebble: Pebble): Promise<InProcess> {
  const agent = new Agent({ keepAlive: true, ca: pebble.trustedRootPem });
  const nonces: string[] = [];
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });

  function ask(method: string, url: string, body?: string): Promise<Answer> {
    const headers = { 'user-agent': 'bench', ...(body !== undefined && { 'content-type': 'application/jose+json' }) };
    return new Promise((resolve, reject) => {
      const outgoing = request(url, { method, agent, headers }, async (answer) => {
        const { 'replay-nonce': nonce, location = '' } = answer.headers;
        if (typeof nonce === 'string') nonces.push(nonce);
        resolve({ body: await text(answer), location, status: answer.statusCode ?? 0 });
      });
      outgoing.on('error', reject).end(body);
    });
  }

  const directory = JSON.parse((await ask('GET', pebble.directoryUrl)).body) as Anything;

  async function post(url: string, payload: object | '', kid?: string): Promise<Answer> {
    for (;;) {
      if (nonces.length === 0) await ask('HEAD', directory.newNonce);
      const answer = await ask('POST', url, jws(key, url, payload, nonces.pop() ?? '', kid));
      if (answer.status !== 400 || !answer.body.includes('badNonce')) return answer;
    }
  }

  const { location: kid } = await post(directory.newAccount, { termsOfServiceAgreed: true });
  const read = async (url: string) => JSON.parse((await post(url, '', kid)).body) as Anything;

  return inProcess('a bare flow', async (hostname) => {
    const made = await post(directory.newOrder, { identifiers: [{ type: 'dns', value: hostname }] }, kid);
    const { authorizations, finalize } = JSON.parse(made.body) as Anything;
    const { challenges } = await read(authorizations[0]);
    const { token, url } = challenges.find(({ type }: Anything) => type === 'http-01');
    pebble.challenges.set(token, keyAuthorization(token, key));
    await post(url, {}, kid);
    const { csr } = await newKeyAndCsr(hostname);
    await until(() => read(made.location), 'ready');
    await post(finalize, { csr: Buffer.from(derOfPem(csr)).toString('base64url') }, kid);
    const { certificate } = await until(() => read(made.location), 'valid');
    return (await post(certificate, '', kid)).body;
  });
}

function jws(key: KeyObject, url: string, payload: object | '', nonce: string, kid: string | undefined): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const identity = kid === undefined ? { jwk: publicJwk(key) } : { kid };
  const signed = `${encoded({ alg: 'ES256', nonce, url, ...identity })}.${payload === '' ? '' : encoded(payload)}`;
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  const [head, body] = signed.split('.');
  return JSON.stringify({ protected: head, payload: body, signature });
}
