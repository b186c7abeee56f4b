import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as ask, createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { acmeAccounts } from '../../../lambdas/acme/account.ts';
import { acmeGateway, certificateAuthority } from '../../../lambdas/acme/acme.gateway.ts';
import {
  type Exchange,
  type ExchangeRequest,
  type ExchangeResult,
  httpsExchange,
} from '../../../lambdas/acme/exchange.gateway.ts';
import type { Clock } from '../../../lambdas/shared/time/clock.gateway.ts';
import type { Pebble } from '../../bench/pebble.ts';
import { aStoredAccount, opened, sealed } from '../../lambdas/acme/a-stored-account.ts';
import { aCertificate } from '../../lambdas/steps/issuance/a-certificate.ts';
import type { AnIssuance, OtherCa } from '../../lambdas/steps/issuance/an-issuance.ts';
import { type Answer, forwarded, end as send } from '../forward-request.ts';
import { type Call, callOf } from './acme-call.ts';

/** Changes an answer of Pebble on its way to the client. */
export type Change = (answer: Answer, call: Call) => Answer | Promise<Answer>;

export interface ChangingCa extends Pick<Pebble, 'directoryUrl' | 'trustedRootPem'> {
  /** Applied to every answer from now on. */
  change: Change;
  /** Calls since the list was emptied. */
  calls: Call[];
  stop(): void;
}

/** A proxy in front of Pebble, which the service uses as its CA: Pebble builds its URLs from the Host header. */
export async function startChangingCa(pebble: Pebble): Promise<ChangingCa> {
  const agent = new Agent({ keepAlive: true, ca: pebble.trustedRootPem });
  const behind = { host: 'localhost', port: Number(new URL(pebble.directoryUrl).port), agent };
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const cert = aCertificate({ hostname: 'localhost', publicKey, signedWith: privateKey, issuer: 'localhost' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  const server = createServer({ cert, key }, async (incoming, response) => {
    const call = callOf(incoming.url ?? '');
    ca.calls.push(call);
    const answer = await forwarded(ask, behind, incoming, await buffer(incoming));
    send(await ca.change(answer, call), incoming, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const ca: ChangingCa = {
    directoryUrl: `https://localhost:${(server.address() as AddressInfo).port}/dir`,
    trustedRootPem: cert,
    change: (answer) => answer,
    calls: [],
    stop() {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    },
  };
  return ca;
}

/** Called with each request and its result. */
export type Seen = (request: ExchangeRequest, result: ExchangeResult) => void;

interface CaSettings extends Partial<OtherCa> {
  publish: OtherCa['publish'];
  seen?: Seen;
  contactEmail?: string;
}

/** A CA as the processes of the steps open it, with one account, which the first order creates. */
export function caAt(
  { directoryUrl, trustedRootPem }: Pick<Pebble, 'directoryUrl' | 'trustedRootPem'>,
  { name = 'Other CA', publish, seen = () => {}, contactEmail }: CaSettings,
  stored = aStoredAccount().store,
): OtherCa {
  const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
  const https = httpsExchange({ trustedRootPem });
  const exchange: Exchange = async (request) => {
    const result = await https(request);
    seen(request, result);
    return result;
  };
  const open = (clock: Clock) => {
    const acme = acmeGateway({ directoryUrl, exchange, clock });
    const register = (key: KeyObject) => acme.newAccount(key, contactEmail);
    const seal = async (key: KeyObject) => sealed(key);
    const ports = { stored, accountWrites: stored, newKey, seal, open: opened, register, clock };
    return certificateAuthority(acme, acmeAccounts(ports));
  };
  return { name, open, publish };
}

/** Gives the CA some milliseconds between two polls. */
const LOOK_EVERY_MS = 20;
/** Half a minute, because a CA on a busy machine is slow. */
const MAX_TURNS = 1500;

/** Runs all steps in turn until the certificate is issued or given up. A domain that waits for the CA stays in its phase. */
export async function runToEnd(issuance: AnIssuance, mostTurns = MAX_TURNS, lookEveryMs = LOOK_EVERY_MS): Promise<void> {
  for (let turn = 0; turn < mostTurns && isAtCa(issuance); turn += 1) {
    const { phase } = issuance.domain;
    if (phase === 'preparing') issuance.prepareAgain();
    await issuance.run(issuance.stepOfPhase());
    if (issuance.domain.phase === phase) await sleep(lookEveryMs);
  }
}

const PHASES: ReadonlySet<string> = new Set(['preparing', 'ordering', 'authorizing', 'validating', 'finalizing', 'downloading']);
function isAtCa({ domain }: AnIssuance): boolean {
  return PHASES.has(domain.phase);
}
