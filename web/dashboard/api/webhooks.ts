import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { operations, Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from './client.ts';

export type Webhook = Schemas['Webhook'];
export type Delivery = Schemas['Delivery'];
export type NewWebhook = Schemas['CreateWebhookRequest'];
type DeliveryQuery = NonNullable<operations['listDeliveries']['parameters']['query']>;

const ASKED_MS = 15_000;
const LIST_MS = 30_000;
const PAGE_SIZE = 50;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: () => answerOf(client.GET('/webhooks', { params: { query: { limit: 100 } } })),
  refetchInterval: LIST_MS,
});

export function webhookQuery(id: number) {
  return queryOptions({ queryKey: ['webhook', id], queryFn: () => readWebhook(id), refetchInterval: ASKED_MS });
}

export function webhookHealthQuery(id: number) {
  return queryOptions({
    queryKey: ['webhook', id, 'health'],
    queryFn: () => answerOf(client.GET('/webhooks/{id}/health', { params: { path: { id } } })),
    refetchInterval: LIST_MS,
  });
}

/** With the ETag that detects changes by others. */
export async function readWebhook(id: number): Promise<Webhook & { etag?: string }> {
  const asking = client.GET('/webhooks/{id}', { params: { path: { id } } });
  const webhook = await answerOf(asking);
  const etag = (await asking).response.headers.get('etag');
  return { ...webhook, ...(etag !== null && { etag }) };
}

function listDeliveries(id: number, query: { limit: number; state?: string | undefined; cursor?: string | undefined }) {
  // An address may contain a state of a later release.
  return answerOf(client.GET('/webhooks/{id}/deliveries', { params: { path: { id }, query: query as DeliveryQuery } }));
}

export function deliveriesQuery(id: number, search: { state?: string | undefined; cursor?: string | undefined }) {
  return queryOptions({
    queryKey: ['webhook', id, 'deliveries', search],
    queryFn: () => listDeliveries(id, { limit: PAGE_SIZE, ...search }),
    placeholderData: keepPreviousData,
    refetchInterval: ASKED_MS,
  });
}

/** With the body that was sent or would have been. `listed`: its list entry, which alone names the event of a missed delivery. */
export function deliveryQuery(id: number, delivery_id: string, listed: Delivery | undefined) {
  const missed = listed?.state === 'missed' ? listed : undefined;
  return queryOptions({
    queryKey: ['webhook', id, 'delivery', delivery_id, missed?.event_id],
    queryFn: async (): Promise<Omit<Delivery, 'body'> & { body?: unknown }> => {
      if (!missed)
        return answerOf(client.GET('/webhooks/{id}/deliveries/{delivery_id}', { params: { path: { id, delivery_id } } }));
      return { ...missed, body: await answerOf(client.GET('/events/{id}', { params: { path: { id: missed.event_id } } })) };
    },
    refetchInterval: ASKED_MS,
  });
}

export interface ReplayPeriod {
  since: string;
  /** Absent: until now. */
  until?: string;
}
export const REPLAYED = ['failed', 'missed'] as const;
export type Replayed = (typeof REPLAYED)[number];

export interface ReplayCount {
  count: number;
  /** The count is a minimum, because not all deliveries were read. */
  isLeast: boolean;
}

const COUNTED_AT_ONCE = 100;
const MAX_PAGES = 5;

/** Counts by listing at most 500 deliveries of each state: the service has no counter. */
export function replayCountQuery(id: number, state: Replayed, period: ReplayPeriod) {
  return queryOptions({
    queryKey: ['webhook', id, 'replay', state, period],
    queryFn: async (): Promise<ReplayCount> => {
      let count = 0;
      let cursor: string | undefined;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { data, next_cursor } = await listDeliveries(id, { limit: COUNTED_AT_ONCE, state, cursor });
        count += data.filter((delivery) => isIn(period, delivery)).length;
        cursor = next_cursor ?? undefined;
        const last = data.at(-1)?.created_at;
        if (cursor === undefined || (last !== undefined && isBeyond(state, period, last))) return { count, isLeast: false };
      }
      return { count, isLeast: true };
    },
    staleTime: ASKED_MS,
  });
}

function isIn({ since, until }: ReplayPeriod, { created_at, is_test }: Delivery): boolean {
  return !is_test && created_at >= since && (until === undefined || created_at <= until);
}

/** Failed deliveries are listed newest first, missed ones oldest first. True when the rest of the list is outside the period. */
function isBeyond(state: Replayed, { since, until }: ReplayPeriod, last: string): boolean {
  return state === 'failed' ? last < since : until !== undefined && last > until;
}

/** Replays everything, call by call. `onQueued` gets the total so far. */
export async function replay(
  id: number,
  body: ReplayPeriod & { states: Replayed[] },
  onQueued: (queued: number) => void,
): Promise<number> {
  let queued = 0;
  let cursor: string | null | undefined;
  do {
    const next = cursor ? { ...body, cursor } : body;
    const answer = await answerOf(client.POST('/webhooks/{id}/replay', { params: { path: { id } }, body: next }));
    queued += answer.queued;
    cursor = answer.next_cursor;
    onQueued(queued);
  } while (cursor);
  return queued;
}
