import { Delivery } from '../../../lambdas/model/webhooks/delivery.schema.ts';
import { deliveryId } from '../../../lambdas/model/webhooks/delivery.ts';
import { Webhook } from '../../../lambdas/model/webhooks/webhook.schema.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { MAX_WEBHOOKS } from '../traits.ts';
import type { Invariant, World } from '../world.ts';
import { Leases } from './leases.ts';

const isWebhook = (key: string) => /^ORG#.*[|]WEBHOOK#/.test(key);

/** Deliveries and their receivers. */
export const WEBHOOK_INVARIANTS: readonly Invariant[] = [
  {
    name: 'delivered or said to have failed',
    sentence: 'Each event reaches each webhook that it is for at least once, or its delivery says that it failed.',
    begin({ watch, disabledOnce }) {
      watch((changed) => {
        for (const { key, after } of changed)
          if (isWebhook(key) && after?.status === 'disabled') disabledOnce.add(Number(after.id));
      });
    },
    atRest(world, violated) {
      const webhooks = webhooksOf(world);
      for (const entry of world.held.rows('OUTBOX#')) {
        const recipients = (entry.recipients as number[] | undefined) ?? [];
        for (const webhook of webhooks.filter(({ id }) => recipients.includes(id))) {
          const problem = problemOf(world, webhook, String(entry.id));
          if (problem) violated(`${entry.event} ${entry.id} for ${webhook.url} ${problem}`);
        }
      }
    },
  },
  {
    name: 'an attempt has one sender',
    isByTime: true,
    sentence: 'While a sender is at work on a delivery nobody else takes it, and one that has ended stays as it is.',
    begin({ watch, scheduler }, violated) {
      const claims = new Leases(scheduler);
      watch((changed) => {
        for (const { key, before, after } of changed.filter((each) => each.key.startsWith('DELIVERIES#'))) {
          if (!after) continue;
          const [was, is] = [before && Delivery.parse(before), Delivery.parse(after)];
          const problem = changeOf(was, is);
          if (problem) violated(`${key} ${problem}`);
          const sender = claims.replace(was?.claimedBy, is.claimedBy);
          if (sender) violated(`${scheduler.current()?.name} takes ${key} from ${sender}`);
        }
      });
    },
  },
  {
    name: 'a quota of webhooks',
    sentence: 'An organization has no more webhooks than it may have, and its counter has as many as there are.',
    begin(world, violated) {
      world.watch((changed) => {
        for (const { key, before, after } of changed) {
          if (!isWebhook(key) || before || !after) continue;
          const own = webhooksOf(world).filter(({ organizationId }) => organizationId === after.organizationId).length;
          if (own > MAX_WEBHOOKS) violated(`${after.organizationId} has ${own} webhooks of ${MAX_WEBHOOKS}`);
        }
      });
    },
    atRest(world, violated) {
      for (const { id } of world.tenants) {
        const own = webhooksOf(world).filter(({ organizationId }) => organizationId === id).length;
        const counted = Number(world.held.get(keys.resourceCounts(id))?.webhooks ?? own);
        if (counted !== own) violated(`${id} has ${own} webhooks, and its counter says ${counted}`);
      }
    },
  },
  {
    name: 'a delivery names its own webhook',
    sentence: 'A delivery belongs to the organization whose webhook it names.',
    begin({ watch }, violated) {
      // Includes deleted webhooks: their deliveries are kept.
      const owners = new Map<number, unknown>();
      watch((changed) => {
        for (const { key, after } of changed) if (isWebhook(key) && after) owners.set(Number(after.id), after.organizationId);
        for (const { key, after } of changed.filter((each) => each.key.startsWith('DELIVERIES#'))) {
          const { organizationId, webhookId } = after ?? {};
          const owner = owners.get(Number(webhookId));
          const isOfOwner = owner === organizationId && key.startsWith(`DELIVERIES#${owner}#${webhookId}#`);
          if (after && !isOfOwner) violated(`${key} of ${organizationId} names webhook ${webhookId} of ${owner ?? 'nobody'}`);
        }
      });
    },
  },
];

/** What is wrong with an event's delivery at rest. */
function problemOf(
  { held, receivers, disabledOnce }: World,
  { organizationId, id }: Webhook,
  eventId: string,
): string | undefined {
  const ofEvent = deliveryId(eventId, id);
  const item = held.get(keys.delivery(organizationId, id, ofEvent));
  // Events that a disabled webhook missed can be replayed.
  if (!item) return disabledOnce.has(id) ? undefined : 'has no delivery';
  if (item.state === 'pending') return 'is still pending';
  return item.state === 'failed' || receivers.taken.has(ofEvent) ? undefined : 'has succeeded, and never came';
}

/** What is wrong with a change of a delivery. */
function changeOf(was: Delivery | undefined, is: Delivery): string | undefined {
  if (was && was.state !== 'pending' && was.series === is.series && was.state !== is.state)
    return `had ${was.state}, and is ${is.state}`;
  if (is.state !== 'pending' && is.stepDueAt !== undefined) return `has ${is.state}, and is due`;
  return undefined;
}

function webhooksOf({ held }: World): Webhook[] {
  return held
    .rows('ORG#')
    .filter(({ sk }) => String(sk).startsWith('WEBHOOK#'))
    .map((item) => Webhook.parse(omit(item, 'pk', 'sk')));
}
