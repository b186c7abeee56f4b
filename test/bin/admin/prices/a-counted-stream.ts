import { AUDIT_PREFIX, OUTBOX_PREFIX } from '../../../../contract/stack/table-shape.ts';
import { sealEntries } from '../../../../lambdas/audit-chain/seal-entries.ts';
import type { Webhook } from '../../../../lambdas/model/webhooks/webhook.schema.ts';
import { relayRecords } from '../../../../lambdas/relay/relay.ts';
import type { QueueMessage } from '../../../../lambdas/shared/aws/queue.gateway.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { deliver } from '../../../../lambdas/webhook-sender/deliver.ts';
import { withProcessMemory } from '../../../../lambdas/webhook-sender/process-memory.ts';
import { openDeliveries } from '../../../../lambdas/wiring/deliveries.wiring.ts';
import { lazily } from '../../../../lambdas/wiring/lazily.ts';
import { openRows } from '../../../../lambdas/wiring/rows.wiring.ts';
import { openWakes } from '../../../../lambdas/wiring/wakes.wiring.ts';
import { NOW } from '../../../lambdas/a-domain.ts';
import { edgesWith } from '../../../lambdas/edges.ts';
import { neverPaused } from '../../../lambdas/never-paused.ts';
import type { meteredTable } from './metered-table.ts';

const SEALED = { dataKey: 'k'.repeat(250), iv: 'i'.repeat(16), tag: 't'.repeat(24), ciphertext: 'c'.repeat(64) };
const webhook: Webhook = {
  organizationId: 'org_A',
  id: 5,
  url: 'https://hooks.integrator.com/certificates',
  events: ['*'],
  status: 'active',
  secret: SEALED,
  createdAt: NOW.toISOString(),
  updatedAt: NOW.toISOString(),
  version: 1,
};
/** An organization's webhook, which gets each event. */
export const webhookItem = { ...keys.webhook(webhook.organizationId, webhook.id), ...webhook };

const NOTHING = { readUnit: 0, writeUnit: 0 };

/**
 * The consumers of the table's stream, and the sender: the relay, the seals of the audit, and deliveries. Each transaction is its
 * own batch and each delivery its own invocation: a busy organization shares them, and costs less.
 */
export class ACountedStream {
  readonly #metered: ReturnType<typeof meteredTable>;
  readonly #followed = new Set<string>();
  readonly #queued: QueueMessage[] = [];
  /** Invocations and their units, including those of the seals. */
  relayed = { events: 0, batches: 0, ofEvents: NOTHING };
  #ids = 0;

  constructor(metered: ReturnType<typeof meteredTable>) {
    this.#metered = metered;
  }

  /** Processes the transactions since the last call. */
  async follow(now: Date): Promise<void> {
    const { items } = this.#metered;
    const news = [...items].filter(([id]) => !this.#followed.has(id));
    for (const [id] of news) this.#followed.add(id);
    const of = (prefix: string) => news.map(([, item]) => item).filter(({ pk }) => String(pk).startsWith(prefix));
    const ports = this.#ports(now);
    for (const batch of Map.groupBy(of(OUTBOX_PREFIX), ({ createdAt }) => createdAt).values()) {
      const before = { ...this.#metered.used };
      const done = await relayRecords(batch, now, ports);
      if (done.includes(false)) throw new Error('the relay has failed');
      const { ofEvents, ...counts } = this.relayed;
      this.relayed = {
        events: counts.events + batch.filter(({ kind }) => kind === 'event').length,
        batches: counts.batches + 1,
        ofEvents: plus(ofEvents, minus(this.#metered.used, before)),
      };
    }
    for (const entry of of(AUDIT_PREFIX)) {
      await sealEntries([entry], now, ports);
      this.relayed.batches += 1;
    }
  }

  /** Delivers what is queued to a receiver that answers at once. Returns the number of deliveries and their units. */
  async deliverAll(now: Date): Promise<{ deliveries: number; used: typeof NOTHING }> {
    const before = { ...this.#metered.used };
    const messages = this.#queued.splice(0);
    for (const { body } of messages) {
      const failed = await deliver([{ id: '1', body }], this.#ports(now));
      if (failed.length > 0) throw new Error('a delivery has failed');
    }
    return { deliveries: messages.length, used: minus(this.#metered.used, before) };
  }

  /** The ports of a new process, which has not used its limit per host. */
  #ports(now: Date) {
    const edges = edgesWith({
      table: this.#metered.table,
      clock: () => now,
      jitter: () => 0.5,
      newId: (prefix) => `${prefix}_${timeDigitsAt(now)}${String(++this.#ids).padStart(16, '0')}`,
      log: failsTheTest,
      startExecution: async () => {},
      deliveryQueue: {
        send: async (messages: readonly QueueMessage[]) => {
          this.#queued.push(...messages);
          return [];
        },
      },
      post: async () => ({ kind: 'answer', status: 200, reply: 'ok', milliseconds: 120 }),
    });
    const opened = withProcessMemory(openDeliveries(openWakes(openRows(edges))));
    return lazily({ hostBudget: () => ({ take: () => true }), paused: () => neverPaused }, opened);
  }
}

function failsTheTest(level: string, message: string, facts?: object): void {
  if (level === 'error') throw new Error(`${message} ${JSON.stringify(facts)}`);
}

function plus(one: typeof NOTHING, other: typeof NOTHING): typeof NOTHING {
  return { readUnit: one.readUnit + other.readUnit, writeUnit: one.writeUnit + other.writeUnit };
}

function minus(one: typeof NOTHING, other: typeof NOTHING): typeof NOTHING {
  return { readUnit: one.readUnit - other.readUnit, writeUnit: one.writeUnit - other.writeUnit };
}
