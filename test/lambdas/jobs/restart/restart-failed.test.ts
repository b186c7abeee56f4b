import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { expect, it, vi } from 'vitest';
import { type RestartFailedPorts, restartFailed } from '../../../../lambdas/jobs/restart/restart-failed.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { aDomain, NOW, timings } from '../../a-domain.ts';

const domain = aDomain('awaiting-dns');
const failed = (suffix = '') => ({ detail: { name: `${domain.id}-${domain.execution.attempt}${suffix}`, status: 'FAILED' } });

function ports(restoreEpoch: number) {
  const domains = { get: vi.fn(async () => domain), replace: vi.fn(), extend: vi.fn() };
  const all: RestartFailedPorts = { domains, clock: () => NOW, timings, log: vi.fn(), restoreEpoch };
  return { domains, all };
}

it.each([
  [0, ''],
  [2, '-r2'],
])('a domain whose execution failed goes on in another one, after %d restores of the table', async (restoreEpoch, suffix) => {
  const { domains, all } = ports(restoreEpoch);
  await restartFailed(failed(suffix), all);
  expect(domains.replace).toHaveBeenCalledExactlyOnceWith(
    domain,
    expect.objectContaining({ execution: expect.objectContaining({ attempt: domain.execution.attempt + 1 }) }),
    expect.anything(),
  );
});

it.each(['', '-r1'])(
  'an execution%s of before a restore that fails says nothing about the domain, though its attempt is the row’s again',
  async (suffix) => {
    const { domains, all } = ports(2);
    await restartFailed(failed(suffix), all);
    expect(domains.get).not.toHaveBeenCalled();
    expect(domains.replace).not.toHaveBeenCalled();
  },
);

it('a domain whose execution failed is left to whoever wrote its row meanwhile', async () => {
  const { domains, all } = ports(0);
  domains.replace.mockRejectedValueOnce(new LostRace([], undefined));
  await restartFailed(failed(), all);
  expect(domains.replace).toHaveBeenCalledTimes(1);
});

it('a domain whose execution failed while another transaction is at work on its row is handed in again by AWS', async () => {
  const { domains, all } = ports(0);
  const conflict = new LostRace([], new TransactionCanceledException({ message: 'conflict', $metadata: {} }));
  domains.replace.mockRejectedValueOnce(conflict);
  await expect(restartFailed(failed(), all)).rejects.toBe(conflict);
});
