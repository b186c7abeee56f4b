import { isAboutWebhook } from '../../../contract/api/events.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { EventLogStore } from '../../model/events/event-log.store.ts';
import type { Delivery, DeliveryState } from '../../model/webhooks/delivery.schema.ts';
import { rangeBetween } from '../../model/webhooks/delivery.ts';
import { healthSince, webhookHealth } from '../../model/webhooks/delivery-health.ts';
import type { DeliveryListStore } from '../../model/webhooks/delivery-list.store.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import type { WebhookStore } from '../../model/webhooks/webhook.store.ts';
import { openCursorAs, signCursor } from '../../shared/http/pagination/cursor.ts';
import { MOST_BYTES, MOST_READ, MOST_READ_AT_ONCE, upToBytes } from '../../shared/http/pagination/page-limits.ts';
import { pathId, readQuery, refuseQuery } from '../../shared/http/parameters.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { DeliveriesCursor, ListDeliveriesQuery } from './delivery-requests.schema.ts';
import { deliveryResource, missedResource } from './delivery-resource.ts';
import { type FindDeliveryPorts, findDelivery, noSuchDelivery } from './find-delivery.ts';
import { findWebhook } from './find-webhook.ts';
import { EVENTS_AT_ONCE, type MissedEventsPorts, mayBeOnItsWay, missablePeriod, missedEvents } from './missed-events.ts';

interface ListDeliveriesPorts extends MissedEventsPorts {
  webhooks: WebhookStore;
  lists: DeliveryListStore;
  serviceSecret: ServiceSecret;
}

interface List {
  webhook: Webhook;
  /** Undefined: of any, and of none. */
  domainId: number | undefined;
  limit: number;
  from: DeliveriesCursor;
  now: Date;
}
interface Page {
  items: { id: string }[];
  /** Absent on the last page. */
  next?: DeliveriesCursor;
}

/** Newest first; what was missed, oldest first: the order in which it is replayed. */
export function listDeliveries(ports: ListDeliveriesPorts): ApiRoute {
  return {
    operation: 'listDeliveries',
    async prepare(request, caller) {
      const { limit, cursor, state, domain_id: domainId } = readQuery(request, ListDeliveriesQuery);
      const scope = `listDeliveries ${caller.organizationId} ${request.params.id} ${state ?? ''} ${domainId ?? ''}`;
      const from = cursor === undefined ? {} : openCursorAs(DeliveriesCursor, cursor, scope, ports.serviceSecret);
      const webhook = await findWebhook(ports.webhooks, request, caller);
      const list = { webhook, domainId, limit, from, now: request.now };
      const { items, next } = state === 'missed' ? await missedPage(list, ports) : await rowsPage(list, state, ports);
      const next_cursor = next ? signCursor(next, scope, ports.serviceSecret) : null;
      return () => ({ status: 200, json: { data: items, next_cursor } });
    },
  };
}

async function rowsPage(list: List, state: DeliveryState | undefined, { lists }: ListDeliveriesPorts): Promise<Page> {
  const { webhook, domainId, limit, now } = list;
  const isFiltered = state !== undefined || domainId !== undefined;
  const found: Delivery[] = [];
  let { before } = list.from;
  for (let read = 0; read < MOST_READ; ) {
    // One more than is answered: it tells whether anything follows.
    const atOnce = isFiltered ? Math.min(MOST_READ_AT_ONCE, MOST_READ - read) : limit + 1 - found.length;
    const { items, hasMore } = await lists.page(webhook, { before, limit: atOnce }, now);
    found.push(...items.filter((delivery) => (state === undefined || delivery.state === state) && isAbout(domainId, delivery)));
    if (found.length > limit) break;
    before = items.at(-1)?.id ?? before;
    if (!hasMore) return shortenPage(found.map(deliveryResource), undefined);
    read += items.length + 1; // a Query that finds nothing counts as well
  }
  return shortenPage(found.slice(0, limit).map(deliveryResource), { before: found[limit - 1]?.id ?? before });
}

function isAbout(domainId: number | undefined, of: { domainId?: number | undefined }): boolean {
  return domainId === undefined || of.domainId === domainId;
}

/** A page of long replies ends sooner. */
function shortenPage(items: { id: string }[], next: DeliveriesCursor | undefined): Page {
  const shown = upToBytes(items, MOST_BYTES, (item) => Buffer.byteLength(JSON.stringify(item)));
  const last = shown.at(-1);
  if (last && shown.length < items.length) return { items: shown, next: { before: last.id } };
  return { items, ...(next && { next }) };
}

async function missedPage({ webhook, domainId, limit, from, now }: List, ports: ListDeliveriesPorts): Promise<Page> {
  const period = missablePeriod(webhook, now);
  const found: { number: number; shown: { id: string } }[] = [];
  let { after } = from;
  for (let read = 0; read < MOST_READ; read += EVENTS_AT_ONCE) {
    const { missed, next } = await missedEvents(webhook, period, after, now, ports);
    const certain = missed.filter((event) => isAbout(domainId, event) && !mayBeOnItsWay(event, webhook, now));
    found.push(...certain.map((event) => ({ number: event.number, shown: missedResource(event, webhook.id) })));
    if (found.length > limit) break;
    if (next === undefined) return { items: found.map(({ shown }) => shown) };
    after = next;
  }
  const last = found[limit - 1]?.number ?? after;
  return { items: found.slice(0, limit).map(({ shown }) => shown), next: { after: last } };
}

/** How its receiver has answered in the last 24 hours, from the log of deliveries: nothing else is kept for it. */
export function getWebhookHealth({ webhooks, lists }: Pick<ListDeliveriesPorts, 'webhooks' | 'lists'>): ApiRoute {
  return {
    operation: 'getWebhookHealth',
    async prepare(request, caller) {
      refuseQuery(request);
      const { now } = request;
      const id = pathId(request.params.id, 'webhook_id');
      const [{ items, hasMore }] = await Promise.all([
        lists.newestIn({ organizationId: caller.organizationId, id }, rangeBetween(healthSince(now), now), MOST_READ),
        findWebhook(webhooks, request, caller),
      ]);
      return () => ({ status: 200, json: webhookHealth(items, !hasMore, now) });
    },
  };
}

interface GetDeliveryPorts extends FindDeliveryPorts {
  events: EventLogStore;
}

/** With the body for those who may read domains; not any more when its event is no longer kept. */
export function getDelivery(ports: GetDeliveryPorts): ApiRoute {
  return {
    operation: 'getDelivery',
    async prepare(request, caller) {
      refuseQuery(request);
      const { delivery } = await findDelivery(ports, request, caller);
      if (!delivery) throw noSuchDelivery();
      const body = mayReadBody(delivery, caller) ? await bodyOf(delivery, ports) : undefined;
      const json = { ...deliveryResource(delivery), ...(body !== undefined && { body: JSON.parse(body) }) };
      return () => ({ status: 200, json });
    },
  };
}

/** What is said of a webhook is no news to who may read webhooks. */
function mayReadBody({ event }: Delivery, { permissions }: Caller): boolean {
  return isAboutWebhook(event) || permissions.includes('domains.read');
}

async function bodyOf({ body, eventId }: Delivery, { events }: GetDeliveryPorts): Promise<string | undefined> {
  return body ?? (await events.find(eventId))?.body;
}
