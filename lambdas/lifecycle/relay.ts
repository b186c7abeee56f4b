import type { Timings } from '../shared/contract/timings.schema.ts';
import type { Log } from '../shared/log.gateway.ts';
import { OutboxEntry } from '../shared/outbox/outbox.schema.ts';
import type { Item } from '../shared/table/table.store.ts';
import type { StartExecution } from './executions.gateway.ts';

export interface RelayPorts {
  startExecution: StartExecution;
  timings: Timings;
  log: Log;
}

/**
 * Does what one outbox record asks for. Answers whether it is dealt with: false has it delivered again. A record that
 * nobody can read is reported and passed over, for it would hold up every later one; its entry stays in the table.
 */
export async function relay(item: Item | undefined, ports: RelayPorts): Promise<boolean> {
  const parsed = OutboxEntry.safeParse(item);
  if (!parsed.success) {
    ports.log('error', 'poisoned outbox record', { pk: item?.pk, sk: item?.sk, cause: parsed.error });
    return true;
  }
  const entry = parsed.data;
  if (entry.kind === 'event') return true; // deliveries to webhooks begin here
  const { domainId, attempt, step } = entry;
  try {
    await ports.startExecution({ domainId, attempt, step, timings: ports.timings });
    return true;
  } catch (cause) {
    ports.log('error', 'an execution could not be started', { domainId, attempt, cause });
    return false;
  }
}
