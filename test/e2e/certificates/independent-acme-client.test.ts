import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { connect } from 'node:tls';
import acme from 'acme-client';
import { expect, it, onTestFinished } from 'vitest';
import { challengeStore } from '../../../lambdas/model/domains/challenge/challenge.store.ts';
import { acmeTlsFiles } from '../../../local/machine/acme-tls.ts';
import { stateDir as layoutOf } from '../../../local/machine/state-dir.ts';
import { PEBBLE_PROFILES } from '../../../local/processes/pebble.ts';
import { until as untilOrder } from '../../bench/issuance/contender.ts';
import { connection, createWithCname, dns, isActive, newHostname, stateDir, until } from '../cloud.ts';
import { table, tellAgent } from '../operator.ts';

const HOUR_SECONDS = 3_600;
const challenges = challengeStore(table);

/** The published acme-client with a new account; it only trusts Pebble's HTTPS certificate in addition. */
async function aStranger(): Promise<acme.Client> {
  const ca = readFileSync(acmeTlsFiles(layoutOf(stateDir).pebble).root, 'utf8');
  const { httpsAgent } = acme.axios.defaults;
  acme.axios.defaults.httpsAgent = new Agent({ ca });
  onTestFinished(() => {
    acme.axios.defaults.httpsAgent = httpsAgent;
  });
  const accountKey = await acme.crypto.createPrivateEcdsaKey();
  const client = new acme.Client({ directoryUrl: connection.acme_directory_url, accountKey });
  await client.createAccount({ termsOfServiceAgreed: true });
  return client;
}

/**
 * An order whose key authorization is stored like that of `steps/issuance/answer-challenge`, and whose hostname the agent expects
 * like one of the service. Returns the chain as PEM.
 */
async function issueWith(client: acme.Client, hostname: string, answeredFor = hostname): Promise<string> {
  // Without a profile in the order, Pebble picks one at random.
  const wanted = { identifiers: [{ type: 'dns' as const, value: hostname }], profile: PEBBLE_PROFILES.usual };
  const order = await client.createOrder(wanted);
  const [authorization] = await client.getAuthorizations(order);
  const challenge = authorization?.challenges.find(({ type }) => type === 'http-01');
  if (!challenge) throw new Error('no http-01 challenge');
  const keyAuthorization = await client.getChallengeKeyAuthorization(challenge);
  const expiresAtSeconds = Math.floor(Date.now() / 1000) + HOUR_SECONDS;
  await challenges.put(challenge.token, { hostname: answeredFor, keyAuthorization, expiresAtSeconds });
  await tellAgent(hostname);
  await client.completeChallenge(challenge);
  const ready = await untilOrder(() => client.getOrder(order), 'ready');
  const [, csr] = await acme.crypto.createCsr({ altNames: [hostname] }, await acme.crypto.createPrivateEcdsaKey());
  await client.finalizeOrder(ready, csr);
  return client.getCertificate(await untilOrder(() => client.getOrder(order), 'valid'));
}

/** The certificate that the local web server sends to a client that trusts the CA. */
async function servedCertificate(servername: string): Promise<X509Certificate> {
  const ca = readFileSync(connection.ca_root_file);
  const socket = connect({ host: '127.0.0.1', port: connection.edge_https_port, servername, ca });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  const certificate = socket.getPeerX509Certificate();
  if (!certificate) throw new Error(`nothing is served for ${servername}`);
  return certificate;
}

function certificatesOf(pem: string): X509Certificate[] {
  return (pem.match(/-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----/gs) ?? []).map((one) => new X509Certificate(one));
}

/** Properties that equivalent certificates share, apart from the hostname. */
function kindOf({ publicKey, issuer, subjectAltName, ca, keyUsage, validFrom, validTo }: X509Certificate, hostname: string) {
  return {
    key: [publicKey.asymmetricKeyType, publicKey.asymmetricKeyDetails?.namedCurve],
    issuer,
    names: subjectAltName?.replace(hostname, 'its hostname'),
    isCa: ca,
    uses: keyUsage,
    days: Math.round((Date.parse(validTo) - Date.parse(validFrom)) / 86_400_000),
  };
}

async function aHostname(label: string): Promise<string> {
  const hostname = newHostname(label);
  await dns.set(hostname, 'CNAME', [connection.cname_target]);
  return hostname;
}

it('an independent ACME client gets by our challenge path what our own order gets: the same kind of certificate', async () => {
  const client = await aStranger();
  const hostname = await aHostname('independent');
  const [leaf, ...issuers] = certificatesOf(await issueWith(client, hostname));
  const ours = await createWithCname('dependent');
  await until(ours.id, isActive);
  const served = await servedCertificate(ours.url);

  const [intermediate] = issuers;
  const roots = certificatesOf(readFileSync(connection.ca_root_file, 'utf8'));
  expect(leaf && intermediate && leaf.checkIssued(intermediate) && leaf.verify(intermediate.publicKey)).toBe(true);
  expect(roots.some((root) => intermediate?.checkIssued(root) && intermediate.verify(root.publicKey))).toBe(true);
  expect(leaf?.checkHost(hostname)).toBe(hostname);
  expect(leaf && kindOf(leaf, hostname)).toEqual(kindOf(served, ours.url));
  expect(leaf && kindOf(leaf, hostname)).toMatchObject({ key: ['ec', 'prime256v1'], names: 'DNS:its hostname', isCa: false });
});

it('the challenge path answers no ACME client for a hostname that the answer is not for', async () => {
  const client = await aStranger();
  const hostname = await aHostname('refused');
  await expect(issueWith(client, hostname, newHostname('other'))).rejects.toThrow('the order became invalid');
});
