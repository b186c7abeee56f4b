import { AUDIT_PREFIX, OUTBOX_PREFIX } from '../../../../contract/stack/table-shape.ts';
import { eventAppendStore } from '../../../../lambdas/model/events/event-append.store.ts';
import { circuitBreakerStore } from '../../../../lambdas/model/webhooks/circuit-breaker.store.ts';
import { deliveryStore } from '../../../../lambdas/model/webhooks/delivery.store.ts';
import { receiverMemoryStore } from '../../../../lambdas/model/webhooks/receiver-memory.store.ts';
import type { Webhook } from '../../../../lambdas/model/webhooks/webhook.schema.ts';
import { webhookStore } from '../../../../lambdas/model/webhooks/webhook.store.ts';
import { webhookSlotsStore } from '../../../../lambdas/model/webhooks/webhook-slots.store.ts';
import { relay } from '../../../../lambdas/relay/relay.ts';
import { sealEntries } from '../../../../lambdas/seals/seal-entries.ts';
import { deliver } from '../../../../lambdas/sender/deliver.ts';
import { busyOrganizations, openBreakers } from '../../../../lambdas/sender/process-memory.ts';
import { sealStore } from '../../../../lambdas/shared/audit/seal.store.ts';
import type { QueueMessage } from '../../../../lambdas/shared/aws/queue.gateway.ts';
import { timeDigitsAt } from '../../../../lambdas/shared/ids/id-formats.ts';
import { organizationSlotsStore } from '../../../../lambdas/shared/slots/organization-slots.store.ts';
import { pausesIn } from '../../../../lambdas/shared/switches/switches.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { NOW, timings } from '../../../lambdas/a-domain.ts';
import { settings } from '../../../lambdas/settings.ts';
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
/** An organization's webhook, which is told of each event. */
export const webhookItem = { ...keys.webhook(webhook.organizationId, webhook.id), ...webhook };

const NOTHING = { readUnit: 0, writeUnit: 0 };

/**
 * What reads the table's stream, and what sends: the relay, the seals of the audit, and the sender. Each transaction is a batch
 * of its own and each delivery an invocation of its own: of a busy organization several share them, and cost less.
 */
export class ACountedStream {
  readonly #metered: ReturnType<typeof meteredTable>;
  readonly #followed = new Set<string>();
  readonly #queued: QueueMessage[] = [];
  /** Runs, and what they took, the seals among them. */
  relayed = { events: 0, batches: 0, ofEvents: NOTHING };
  #ids = 0;

  constructor(metered: ReturnType<typeof meteredTable>) {
    this.#metered = metered;
  }

  /** Does what the transactions since the last call ask for. */
  async follow(now: Date): Promise<void> {
    const { items, table } = this.#metered;
    const news = [...items].filter(([id]) => !this.#followed.has(id));
    for (const [id] of news) this.#followed.add(id);
    const of = (prefix: string) => news.map(([, item]) => item).filter(({ pk }) => String(pk).startsWith(prefix));
    const ports = {
      ...{ startExecution: async () => {}, rehearse: async () => {}, wakeAws: async () => {}, log: failsTheTest },
      settings: { timings },
      events: { log: eventAppendStore(table, {}), pause: async () => {} },
      deliveries: {
        send: async (messages: readonly QueueMessage[]) => {
          this.#queued.push(...messages);
          return [];
        },
      },
    };
    for (const batch of Map.groupBy(of(OUTBOX_PREFIX), ({ createdAt }) => createdAt).values()) {
      const before = { ...this.#metered.used };
      const done = await relay(batch, now, ports);
      if (done.includes(false)) throw new Error('the relay has failed');
      const { ofEvents, ...counts } = this.relayed;
      this.relayed = {
        events: counts.events + batch.filter(({ kind }) => kind === 'event').length,
        batches: counts.batches + 1,
        ofEvents: plus(ofEvents, minus(this.#metered.used, before)),
      };
    }
    const seals = { seals: sealStore(table), pause: async () => {}, log: failsTheTest };
    for (const entry of of(AUDIT_PREFIX)) {
      await sealEntries([entry], now, seals);
      this.relayed.batches += 1;
    }
  }

  /** Delivers what is queued, to a receiver that answers at once. Answers how many that were, and what they took. */
  async deliverAll(now: Date): Promise<{ deliveries: number; used: typeof NOTHING }> {
    const before = { ...this.#metered.used };
    const messages = this.#queued.splice(0);
    for (const { body } of messages) {
      const failed = await deliver([{ id: '1', body }], this.#senderPorts(now), now);
      if (failed.length > 0) throw new Error('a delivery has failed');
    }
    return { deliveries: messages.length, used: minus(this.#metered.used, before) };
  }

  #senderPorts(now: Date): Parameters<typeof deliver>[1] {
    const { table } = this.#metered;
    return {
      slots: webhookSlotsStore(table),
      organizationSlots: organizationSlotsStore(table, keys.organizationSlots),
      receivers: receiverMemoryStore(table),
      breaker: circuitBreakerStore(table),
      deliveries: deliveryStore(table),
      webhooks: webhookStore(table),
      events: { find: async () => undefined },
      paused: async () => pausesIn({ paused: {} }),
      queue: { send: async () => [] },
      post: async () => ({ kind: 'answer', status: 200, reply: 'ok', milliseconds: 120 }),
      openSecrets: async () => ({ current: 'a secret of theirs' }),
      hostBudget: { take: () => true },
      openBreakers: openBreakers(),
      busyOrganizations: busyOrganizations(),
      clock: () => now,
      jitter: () => 0.5,
      newId: (prefix) => `${prefix}_${timeDigitsAt(now)}${String(++this.#ids).padStart(16, '0')}`,
      pause: async () => {},
      log: failsTheTest,
      settings: settings.webhooks,
    };
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
