import type { Delivery, DeliveryState } from '../../model/webhooks/delivery.schema.ts';
import type { Webhook } from '../../model/webhooks/webhook.schema.ts';
import { openCursorAs, signCursor } from '../../shared/http/pagination/cursor.ts';
import { MAX_BYTES, MAX_READ, MAX_READ_AT_ONCE, upToBytes } from '../../shared/http/pagination/page-limits.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { exampleDelivery } from './delivery-example.ts';
import { DeliveriesCursor, ListDeliveriesQuery } from './delivery-requests.schema.ts';
import { DeliveryPage, MISSED_DESCRIPTION } from './delivery-resource.schema.ts';
import { deliveryResource, missedDeliveryResource } from './delivery-resource.ts';
import { findWebhook } from './find-webhook.ts';
import { EVENTS_AT_ONCE, mayStillBeDelivered, missedEvents, missedPeriod } from './missed-events.ts';

interface List {
  webhook: Webhook;
  /** Undefined: any domain, or none. */
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

/** Newest first. Missed events come oldest first: the order in which a replay sends them. */
export const listDeliveries = defineOperation({
  id: 'listDeliveries',
  clientMethod: 'webhooks.list_deliveries',
  tag: 'Webhooks',
  reach: 'organization',
  summary: 'List the deliveries of a webhook',
  description: `Of the last 30 days, newest first. A page that is filtered may be short, even empty, and yet have a \`next_cursor\`. \`state=missed\` lists what can be redelivered or replayed though it was never sent, oldest first. ${MISSED_DESCRIPTION}`,
  query: ListDeliveriesQuery,
  answer: {
    status: 200,
    description: 'One page of deliveries, without their bodies.',
    schema: DeliveryPage,
    example: () => ({ data: [exampleDelivery()], next_cursor: null }),
  },
  prepare:
    (ports: Pick<Rows, 'webhooks' | 'deliveryLists' | 'eventLog' | 'serviceSecret'>) =>
    async ({ request, caller, query }) => {
      const { limit, cursor, state, domain_id: domainId } = query;
      const scope = `listDeliveries ${caller.organizationId} ${request.params.id} ${state ?? ''} ${domainId ?? ''}`;
      const from = cursor === undefined ? {} : openCursorAs(DeliveriesCursor, cursor, scope, ports.serviceSecret);
      const webhook = await findWebhook(ports.webhooks, request, caller);
      const list = { webhook, domainId, limit, from, now: request.now };
      const { items, next } = state === 'missed' ? await missedPage(list, ports) : await rowsPage(list, state, ports);
      const next_cursor = next ? signCursor(next, scope, ports.serviceSecret) : null;
      return () => ({ status: 200, json: { data: items, next_cursor } });
    },
});

async function rowsPage(
  list: List,
  state: DeliveryState | undefined,
  { deliveryLists }: Pick<Rows, 'deliveryLists'>,
): Promise<Page> {
  const { webhook, domainId, limit, now } = list;
  const isFiltered = state !== undefined || domainId !== undefined;
  const found: Delivery[] = [];
  let { before } = list.from;
  for (let read = 0; read < MAX_READ; ) {
    // Reads one delivery more than it returns, to know whether another page follows.
    const atOnce = isFiltered ? Math.min(MAX_READ_AT_ONCE, MAX_READ - read) : limit + 1 - found.length;
    const { items, hasMore } = await deliveryLists.page(webhook, { before, limit: atOnce }, now);
    found.push(...items.filter((delivery) => (state === undefined || delivery.state === state) && isAbout(domainId, delivery)));
    if (found.length > limit) break;
    before = items.at(-1)?.id ?? before;
    if (!hasMore) return shortenPage(found.map(deliveryResource), undefined);
    read += items.length + 1; // a Query without results counts too
  }
  return shortenPage(found.slice(0, limit).map(deliveryResource), { before: found[limit - 1]?.id ?? before });
}

function isAbout(domainId: number | undefined, of: { domainId?: number | undefined }): boolean {
  return domainId === undefined || of.domainId === domainId;
}

/** Long replies end a page early. */
function shortenPage(items: { id: string }[], next: DeliveriesCursor | undefined): Page {
  const shown = upToBytes(items, MAX_BYTES, (item) => Buffer.byteLength(JSON.stringify(item)));
  const last = shown.at(-1);
  if (last && shown.length < items.length) return { items: shown, next: { before: last.id } };
  return { items, ...(next && { next }) };
}

async function missedPage(
  { webhook, domainId, limit, from, now }: List,
  ports: Pick<Rows, 'deliveryLists' | 'eventLog'>,
): Promise<Page> {
  const period = missedPeriod(webhook, now);
  const found: { number: number; shown: { id: string } }[] = [];
  let { after } = from;
  for (let read = 0; read < MAX_READ; read += EVENTS_AT_ONCE) {
    const { missed, next } = await missedEvents(webhook, period, after, now, ports);
    const certain = missed.filter((event) => isAbout(domainId, event) && !mayStillBeDelivered(event, webhook, now));
    found.push(...certain.map((event) => ({ number: event.number, shown: missedDeliveryResource(event, webhook.id) })));
    if (found.length > limit) break;
    if (next === undefined) return { items: found.map(({ shown }) => shown) };
    after = next;
  }
  const last = found[limit - 1]?.number ?? after;
  return { items: found.slice(0, limit).map(({ shown }) => shown), next: { after: last } };
}
