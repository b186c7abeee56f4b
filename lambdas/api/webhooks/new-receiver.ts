import { hostOfUrl } from '../../../contract/domain-name.ts';
import { NEW_RECEIVERS_HOUR, usageOf } from '../../model/accounts/requests/rate-limit.ts';
import { isKnownToHang, type ReceiverMemory, receiverMemoryOf } from '../../model/webhooks/receiver-memory.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import { AppError, newReceiversExceeded } from '../../shared/errors/app-error.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { CheckPorts } from '../../wiring/checks.wiring.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { receiverWarnings } from './check-receiver.ts';

export interface NewReceiver {
  known?: ReceiverMemory | undefined;
  warnings: string[];
}

/** Checks an address before the first events go there. Throws `validation_error` if the service must not send there. */
export async function checkNewReceiver(
  organizationId: string,
  url: string,
  now: Date,
  ports: Pick<CheckPorts, 'receivers' | 'checkReceiver'>,
): Promise<NewReceiver> {
  const host = hostOfUrl(url);
  const [known, warnings] = await Promise.all([ports.receivers.find(organizationId, host, now), receiverWarnings(url, ports)]);
  return { known, warnings: isKnownToHang(known) ? [...warnings, hangs(host)] : warnings };
}

function hangs(host: string): string {
  return `${host} has not answered your webhooks in time. Events wait until it does; a test of this webhook tries it at once.`;
}

/**
 * Counts a new receiver and runs `write`. A refused write does not count. Throws the 429 of an organization with too many new
 * receivers in this hour.
 */
export async function countNewReceiver<T>(
  { caller: { organizationId }, now }: Call,
  { rates }: Pick<Rows, 'rates'>,
  write: () => Promise<T>,
): Promise<T> {
  const { kind, item } = await rates.countOfNewReceiver(organizationId, now);
  if (kind === 'refused') {
    const { limit, resetAt } = usageOf(NEW_RECEIVERS_HOUR, item ?? {}, now);
    throw newReceiversExceeded(limit, resetAt, now);
  }
  try {
    return await write();
  } catch (error) {
    // After any other error the write may have succeeded.
    if (error instanceof AppError || error instanceof LostRace) await rates.giveBackNewReceiver(organizationId, item);
    throw error;
  }
}

/**
 * Writes for the transaction with which this webhook stops sending to its host. The memory of the host's time-outs outlives it.
 */
export async function receiverMemoryWrites(
  webhook: Webhook,
  now: Date,
  { receivers }: Pick<Rows, 'receivers'>,
): Promise<Write[]> {
  if (!webhook.timeoutsInRow) return [];
  const known = await receivers.find(webhook.organizationId, hostOfUrl(webhook.url), now);
  return receivers.rememberWrites(receiverMemoryOf(webhook, known, now));
}
