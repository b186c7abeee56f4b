import { vi } from 'vitest';
import { recursiveReader } from '../../lambdas/dns/walk/dns-reader.ts';
import { base62, callToken, newSalt, webhookSecret } from '../../lambdas/shared/ids/ids.gateway.ts';
import { guardedNet } from '../../lambdas/shared/net/guarded.gateway.ts';
import { ServiceSecret } from '../../lambdas/shared/secrets/service-secret.ts';
import type { NetEdges } from '../../lambdas/wiring/edges.ts';
import { NOW } from './a-domain.ts';
import { settings } from './settings.ts';
import { resolverKnowing } from './shared/net/answers.ts';

export const serviceSecret = ServiceSecret.fromJson(JSON.stringify({ 1: 'x'.repeat(64) }));
/** The deployment's role for work in integrators' AWS accounts. */
export const SERVICE_ROLE_ARN = 'arn:aws:iam::999999999999:role/cps/test/opens-private-keys/cps-test-servers';
export const DOMAIN_ID = 4_503_599_627_371;
export const log = vi.fn();
/** Set it to move time; the API's `tableHolds` resets it. */
export const clock = { now: NOW };

let drawn = 0;
/** The outbox overwrites the last digit (`outboxId`). */
export function newId(prefix: string): string {
  drawn += 1;
  return `${prefix}_${String(drawn).padStart(6, '0')}0`;
}

const QUEUE = { send: async () => [] };

/**
 * A Lambda's edges without the table. They do not encrypt, so that tests can read the data. End-to-end tests may use them:
 * importing `edges.ts` mocks the DynamoDB client of the whole process.
 */
export const EDGES_WITHOUT_TABLE: Omit<NetEdges, 'table'> = {
  settings,
  clock: () => clock.now,
  log,
  serviceSecret,
  newId,
  newResourceId: () => DOMAIN_ID,
  newLabel: () => 'newlabel',
  newToken: callToken,
  newWebhookSecret: webhookSecret,
  newSalt,
  base62,
  jitter: () => 0,
  pause: async () => {},
  pauseFor: () => new Promise<void>(() => {}),
  pauseAfterLostRace: async () => {},
  resolveWithin: () => resolverKnowing({}),
  openDnsReader: () => recursiveReader(resolverKnowing({})),
  openNet: (resolve) => guardedNet({ resolve, allowLoopback: false }),
  post: async () => ({ kind: 'failed', error: 'connection', reason: 'nobody is there', milliseconds: 0 }),
  askEveryServer: async () => [],
  caExchange: () => async () => ({ kind: 'failed', reason: 'nobody is there' }),
  caaIdentitiesOf: () => async () => ['ca.example'],
  seal: vi.fn(async (plaintext: Buffer) => ({ dataKey: '', iv: '', tag: '', ciphertext: plaintext.toString('latin1') })),
  openSealed: vi.fn(async ({ ciphertext }) => Buffer.from(ciphertext, 'latin1')),
  deliveryQueue: QUEUE,
  dnsQueue: QUEUE,
  rehearsalQueue: QUEUE,
  zoneQueue: QUEUE,
  awsQueue: QUEUE,
  readFromProvider: async () => ({ kind: 'failed', reason: 'nobody is there' }),
  signForProvider: async () => new Uint8Array(),
  serviceRoleArn: SERVICE_ROLE_ARN,
};
