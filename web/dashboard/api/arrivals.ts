import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from './client.ts';
import { newestEvents } from './events.ts';

const FIRST_STEPS_MS = 3000;
const SHOWN = 6;

/** An event, and its delivery to the first webhook that takes it. */
export interface Arrival {
  event: Schemas['Event'];
  receiver?: string;
  state?: string;
  answer?: string;
}

/** The newest events with their deliveries. Polled often, because somebody waits for the first one. */
export const arrivalsQuery = queryOptions({
  queryKey: ['events', 'arrivals'],
  queryFn: async (): Promise<{ webhooks: number; arrivals: Arrival[] }> => {
    const [events, { data: webhooks }] = await Promise.all([
      newestEvents(SHOWN),
      answerOf(client.GET('/webhooks', { params: { query: { limit: 20 } } })),
    ]);
    const [webhook] = webhooks;
    const params = webhook && { path: { id: webhook.id }, query: { limit: 50 } };
    const sent = params ? (await answerOf(client.GET('/webhooks/{id}/deliveries', { params }))).data : [];
    const arrivals = events.map((event): Arrival => {
      const delivery = sent.find(({ event_id }) => event_id === event.id);
      if (!webhook || !delivery) return { event };
      const last = delivery.attempts.at(-1);
      const answer = last?.status ?? last?.error;
      return { event, receiver: webhook.url, state: delivery.state, ...(answer !== undefined && { answer: String(answer) }) };
    });
    return { webhooks: webhooks.length, arrivals };
  },
  refetchInterval: FIRST_STEPS_MS,
});
