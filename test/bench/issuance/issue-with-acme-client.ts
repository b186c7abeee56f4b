import { Agent } from 'node:https';
import acme from 'acme-client';
import { Nonces } from '../../../lambdas/acme/transport.gateway.ts';
import type { Pebble } from '../pebble.ts';
import { type InProcess, inProcess, until } from './contender.ts';

/** Private parts of acme-client that a tuned use has to replace. */
interface HttpClient {
  request(url: string, method: string, options?: object): Promise<{ headers: Record<string, string>; data?: { type?: string } }>;
  getNonce(): Promise<string>;
}

/** By default it waits for ever, and the benchmark with it. */
const ANSWERS_WITHIN_MS = 30_000;

/** acme-client tuned: its low-level calls, P-256 keys, kept-alive connections and reused nonces. */
export async function acmeClient(pebble: Pebble): Promise<InProcess> {
  acme.axios.defaults.httpsAgent = new Agent({ keepAlive: true, ca: pebble.trustedRootPem });
  acme.axios.defaults.timeout = ANSWERS_WITHIN_MS;
  const accountKey = await acme.crypto.createPrivateEcdsaKey();
  const client = new acme.Client({ directoryUrl: pebble.directoryUrl, accountKey });
  reuseNonces((client as unknown as { http: HttpClient }).http);
  await client.createAccount({ termsOfServiceAgreed: true });
  return inProcess('acme-client, tuned', (hostname) => issue(client, pebble, hostname));
}

async function issue(client: acme.Client, pebble: Pebble, hostname: string): Promise<string> {
  const order = await client.createOrder({ identifiers: [{ type: 'dns', value: hostname }] });
  const [authorization] = await client.getAuthorizations(order);
  const challenge = authorization?.challenges.find(({ type }) => type === 'http-01');
  if (!challenge) throw new Error('no http-01 challenge');
  pebble.challenges.set(challenge.token, await client.getChallengeKeyAuthorization(challenge));
  await client.completeChallenge(challenge);
  const [, csr] = await acme.crypto.createCsr({ altNames: [hostname] }, await acme.crypto.createPrivateEcdsaKey());
  const ready = await until(() => client.getOrder(order), 'ready');
  await client.finalizeOrder(ready, csr);
  return client.getCertificate(await until(() => client.getOrder(order), 'valid'));
}

function reuseNonces(http: HttpClient): void {
  const nonces = new Nonces();
  const request = http.request.bind(http);
  const getNonce = http.getNonce.bind(http);
  http.request = async (...call) => {
    const answer = await request(...call);
    // acme-client's own retry uses the nonce of a badNonce answer.
    const isRetried = answer.data?.type?.endsWith(':badNonce');
    if (!isRetried) nonces.offer(answer.headers['replay-nonce']);
    return answer;
  };
  http.getNonce = async () => {
    const kept = nonces.take();
    if (kept !== undefined) return kept;
    await getNonce();
    return nonces.take() ?? '';
  };
}
