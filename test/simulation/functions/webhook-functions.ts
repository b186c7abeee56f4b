import { eventLogStore } from '../../../lambdas/model/events/event-log.store.ts';
import { circuitBreakerStore } from '../../../lambdas/model/webhooks/circuit-breaker.store.ts';
import { deliveryStore } from '../../../lambdas/model/webhooks/delivery.store.ts';
import { dueDeliveryStore } from '../../../lambdas/model/webhooks/due-delivery.store.ts';
import { receiverMemoryStore } from '../../../lambdas/model/webhooks/receiver-memory.store.ts';
import { webhookStore } from '../../../lambdas/model/webhooks/webhook.store.ts';
import { webhookSlotsStore } from '../../../lambdas/model/webhooks/webhook-slots.store.ts';
import { deliver, type QueuedMessage } from '../../../lambdas/sender/deliver.ts';
import { moveShard } from '../../../lambdas/sender/move-due-deliveries.ts';
import { busyOrganizations, hostBudget, openBreakers, shareOf } from '../../../lambdas/sender/process-memory.ts';
import type { DeliverPorts } from '../../../lambdas/sender/sender-ports.ts';
import { openSecrets } from '../../../lambdas/sender/sign-delivery.ts';
import { organizationSlotsStore } from '../../../lambdas/shared/slots/organization-slots.store.ts';
import type { ReadPauses } from '../../../lambdas/shared/switches/switches.store.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { contextOf, log, type Outside } from './outside.ts';

/** Of one run. */
const LONGEST_MOVE_SECONDS = 45;

/** Delivers events, and moves those that are due. */
export function sending(outside: Outside, paused: ReadPauses) {
  const { table, settings, clock, newId, jitter, pause } = outside;
  const senderPorts = {
    deliveries: deliveryStore(table),
    breaker: circuitBreakerStore(table),
    events: eventLogStore(table, settings),
    queue: outside.deliveries,
    clock,
    newId,
    log,
    paused,
    settings: settings.webhooks,
  };
  const deliverPorts: DeliverPorts = {
    ...senderPorts,
    slots: webhookSlotsStore(table),
    organizationSlots: organizationSlotsStore(table, keys.organizationSlots),
    webhooks: webhookStore(table),
    receivers: receiverMemoryStore(table),
    post: outside.post,
    openSecrets: openSecrets((organizationId, id, sealed) => outside.openSealed(sealed, contextOf(organizationId, id))),
    hostBudget: hostBudget(shareOf(settings.webhooks.concurrency + settings.webhooks.slowConcurrency)),
    openBreakers: openBreakers(),
    busyOrganizations: busyOrganizations(),
    jitter,
    pause,
  };
  const movePorts = { ...senderPorts, due: dueDeliveryStore(table) };
  return {
    deliver: (messages: readonly QueuedMessage[]) => deliver(messages, deliverPorts, clock()),
    moveDue: (shards: readonly number[]) => {
      const moveEndsAt = new Date(addSeconds(clock(), LONGEST_MOVE_SECONDS));
      return Promise.all(shards.map((shard) => moveShard(shard, movePorts, moveEndsAt)));
    },
  };
}
