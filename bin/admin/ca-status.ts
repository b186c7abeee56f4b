import type { AcmeAccountStore, StoredAccount } from '../../lambdas/acme/account.store.ts';
import type { OpenSlots } from '../../lambdas/lifecycle/ca-budget/open-slots.store.ts';
import { PUBLISHED_LIMITS } from '../../lambdas/lifecycle/ca-budget/order-limits.ts';
import type { CaHealthStore } from '../../lambdas/lifecycle/ca-health/ca-health.store.ts';
import { type CaHealth, caStateOf } from '../../lambdas/lifecycle/ca-health/ca-health.ts';
import { budgetText, queueText } from './ca-queue-status.ts';

export interface StatusPorts {
  caName: string;
  slots: Pick<OpenSlots, 'acme'> & { budget: Pick<OpenSlots['budget'], 'read'>; queue: Pick<OpenSlots['queue'], 'page'> };
  account: Pick<AcmeAccountStore, 'get'>;
  health: Pick<CaHealthStore, 'get'>;
}

/** One row for each CA, the preferred one first. The CAs themselves are not asked. */
export async function caStatus(cas: readonly StatusPorts[], now: Date): Promise<Record<string, string>[]> {
  return Promise.all(
    cas.map(async ({ caName, slots: { acme, budget, queue }, account, health }) => ({
      ca: caName,
      health: healthText(await health.get(), now),
      account: accountText(await account.get()),
      budget: await budgetText(acme, budget, now),
      queue: await queueText(queue),
      limits: limitsText(acme.directoryUrl),
      directory: acme.directoryUrl,
    })),
  );
}

function healthText(health: CaHealth | undefined, now: Date): string {
  if (health === undefined) return 'serving';
  const { failures, problem, openedAt, probes = 0, probeAt, closedAt } = health;
  const said = `${problem.type}: ${problem.detail}`;
  switch (caStateOf(health, now).kind) {
    case 'spared':
      return `spared since ${openedAt} (${said}), looked at ${probes} times since, next at ${probeAt}`;
    case 'probe-due':
      return `spared since ${openedAt} (${said}), looked at ${probes} times since, next by the next domain that needs it`;
    case 'serving':
      if (failures > 0) return `serving, after ${failures} failures in a row (${said})`;
      return closedAt === undefined ? 'serving' : `serving again since ${closedAt} (${said})`;
  }
}

/** Of the CA, as it publishes them; the budget is ours. */
function limitsText(directoryUrl: string): string {
  const published = PUBLISHED_LIMITS[directoryUrl];
  if (!published) return 'none that the service knows';
  const { source, readOn, ordersPerAccount } = published;
  return `${ordersPerAccount.count} orders in ${ordersPerAccount.windowSeconds / 3_600} hours and others, read on ${readOn} at ${source}`;
}

function accountText(account: StoredAccount | undefined): string {
  if (account === undefined) return 'none yet: the first order makes it';
  const { accountUrl, createdAt, keyChangedAt = createdAt, pendingKey, deactivatedAt } = account;
  if (deactivatedAt !== undefined) return `deactivated at ${deactivatedAt}`;
  const change = pendingKey ? ', a change of it is not finished' : '';
  return `${accountUrl ?? 'a key that the CA does not know yet'}, its key since ${keyChangedAt}${change}`;
}
