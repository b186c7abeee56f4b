import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/create-client.ts';
import { answerOf, client } from './client.ts';

const ASKED_MS = 15_000;
const LOOKED_THROUGH = 100;

interface Sent {
  webhook: Schemas['Webhook'];
  delivery: Schemas['Delivery'];
}

/** The newest deliveries that are about a domain: lists of deliveries are of a webhook, so those of each are looked through. */
export function deliveriesOfDomainQuery(id: number) {
  return queryOptions({
    queryKey: ['domain', id, 'deliveries'],
    queryFn: async (): Promise<{ webhooks: number; deliveries: Sent[] }> => {
      const { data: webhooks } = await answerOf(client.GET('/webhooks', { params: { query: { limit: 100 } } }));
      const sent = await Promise.all(webhooks.map((webhook) => deliveriesOf(webhook, id)));
      const deliveries = sent
        .flat()
        .toSorted(({ delivery: one }, { delivery: other }) => other.created_at.localeCompare(one.created_at));
      return { webhooks: webhooks.length, deliveries };
    },
    refetchInterval: ASKED_MS,
  });
}

async function deliveriesOf(webhook: Schemas['Webhook'], domainId: number): Promise<Sent[]> {
  const params = { path: { id: webhook.id }, query: { limit: LOOKED_THROUGH } };
  const { data } = await answerOf(client.GET('/webhooks/{id}/deliveries', { params }));
  return data.filter(({ domain_id }) => domain_id === domainId).map((delivery) => ({ webhook, delivery }));
}
