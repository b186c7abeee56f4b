import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from './client.ts';

const ASKED_MS = 15_000;
const NEWEST = 20;

interface Sent {
  webhook: Schemas['Webhook'];
  delivery: Schemas['Delivery'];
}

/** The newest deliveries about a domain, for each webhook. `hasMore`: there may be older ones. */
export function deliveriesOfDomainQuery(id: number) {
  return queryOptions({
    queryKey: ['domain', id, 'deliveries'],
    queryFn: async (): Promise<{ webhooks: number; deliveries: Sent[]; hasMore: boolean }> => {
      const { data: webhooks } = await answerOf(client.GET('/webhooks', { params: { query: { limit: 100 } } }));
      const sent = await Promise.all(webhooks.map((webhook) => deliveriesOf(webhook, id)));
      const deliveries = sent
        .flatMap((each) => each.deliveries)
        .toSorted(({ delivery: one }, { delivery: other }) => other.created_at.localeCompare(one.created_at));
      return { webhooks: webhooks.length, deliveries, hasMore: sent.some((each) => each.hasMore) };
    },
    refetchInterval: ASKED_MS,
  });
}

async function deliveriesOf(webhook: Schemas['Webhook'], domain_id: number): Promise<{ deliveries: Sent[]; hasMore: boolean }> {
  const params = { path: { id: webhook.id }, query: { limit: NEWEST, domain_id } };
  const { data, next_cursor } = await answerOf(client.GET('/webhooks/{id}/deliveries', { params }));
  return { deliveries: data.map((delivery) => ({ webhook, delivery })), hasMore: next_cursor !== null };
}
