import { vi } from 'vitest';
import type { AwsMessage } from '../../../lambdas/shared/aws/queue.gateway.ts';
import type { Sealed } from '../../../lambdas/shared/secrets/sealed.schema.ts';
import type { SealingContext } from '../../../lambdas/shared/secrets/sealing-context.ts';
import { openAwsServers } from '../../../lambdas/wiring/aws-servers.wiring.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { edgesWith } from '../edges.ts';
import { settings } from '../settings.ts';
import type { FakeAccount } from './an-aws-account.ts';

/** The AWS worker's ports. `wake` receives each message and its delay in seconds. */
export function workerPorts(aws: FakeAccount, clock: () => Date, wake = (_message: AwsMessage, _seconds: number) => {}) {
  const edges = edgesWith({
    clock,
    settings: { ...settings, siteUrl: 'https://service.net' },
    openSealed: vi.fn(async (_sealed: Sealed, _context: SealingContext) => Buffer.from('PRIVATE KEY')),
    awsQueue: {
      send: async (sent) => {
        for (const { body, delaySeconds = 0 } of sent) wake(JSON.parse(body), delaySeconds);
        return [];
      },
    },
    roles: { acceptsAnyExternalId: vi.fn(async () => false), forget: vi.fn() },
    openAccount: aws.open,
  });
  return openAwsServers(openRows(edges));
}
export type TestedWorker = ReturnType<typeof workerPorts>;

/** Hostnames whose private keys were released, from the audit. */
export function releasedIn(items: ReadonlyMap<string, Record<string, unknown>>): unknown[] {
  return [...items.values()].filter(({ action }) => action === 'private_key.released').map(({ hostname }) => hostname);
}
