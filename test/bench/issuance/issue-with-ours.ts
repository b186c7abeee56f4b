import { generateKeyPairSync } from 'node:crypto';
import { type AcmeAccount, keyAuthorization } from '../../../lambdas/acme/account.ts';
import { type AcmeGateway, acmeGateway } from '../../../lambdas/acme/acme.gateway.ts';
import type { AcmeResult } from '../../../lambdas/acme/answer.ts';
import { httpsExchange } from '../../../lambdas/acme/exchange.gateway.ts';
import { derOfPem } from '../../../lambdas/steps/issuance/certificate-facts.ts';
import { newKeyAndCsr } from '../../../lambdas/steps/issuance/csr.gateway.ts';
import type { Pebble } from '../pebble.ts';
import { type InProcess, inProcess, until } from './contender.ts';

/** The calls of the lifecycle's steps, one after another in one process. */
export async function ours(pebble: Pebble): Promise<InProcess> {
  const acme = acmeGateway({
    directoryUrl: pebble.directoryUrl,
    clock: () => new Date(),
    exchange: httpsExchange(pebble),
  });
  const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const account = { key, url: must(await acme.newAccount(key, undefined)) };
  return inProcess('this service', (hostname) => issue(acme, account, pebble, hostname));
}

export async function issue(acme: AcmeGateway, account: AcmeAccount, pebble: Pebble, hostname: string): Promise<string> {
  const { url, resource } = must(await acme.newOrder(account, hostname));
  const authorization = must(await acme.getAuthorization(account, resource.authorizations[0] ?? ''));
  const challenge = authorization.challenges.find(({ type }) => type === 'http-01');
  const token = challenge?.token ?? '';
  pebble.challenges.set(token, keyAuthorization(token, account.key));
  must(await acme.answerChallenge(account, challenge?.url ?? ''));
  const { csr } = await newKeyAndCsr(hostname);
  await until(async () => must(await acme.getOrder(account, url)), 'ready');
  must(await acme.finalize(account, resource.finalize, derOfPem(csr)));
  const { certificate = '' } = await until(async () => must(await acme.getOrder(account, url)), 'valid');
  return must(await acme.downloadCertificate(account, certificate));
}

export function must<T>(result: AcmeResult<T>): T {
  if (result.kind === 'problem') throw new Error(`${result.problem.type}: ${result.problem.detail}`);
  return result.value;
}
