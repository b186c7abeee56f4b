import type { Client, Schemas } from '../../client/typescript/create-client.ts';
import { isListenerAt } from './server.ts';

/** By which a listener knows the webhooks of its kind. */
export const DESCRIPTION = 'npm run webhook-listen';
const NOT_FOUND = 404;

type Event = Schemas['CreateWebhookRequest']['events'][number];
/** What openapi-fetch answers. */
interface Answered<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The webhooks that listeners register for themselves. All throw what the API answers where it refuses. */
export function ownWebhooks(client: Client) {
  return {
    /** Answers its number. The names of events are the API's to judge. */
    async register(url: string, events: string[], secret: string): Promise<number> {
      const body = { url, events: events as Event[], secret, description: DESCRIPTION };
      return requireData('POST /webhooks', await client.POST('/api/webhooks', { body })).id;
    },

    /**
     * Deletes those of listeners that ended without doing so themselves, and answers how many. One that still listens is left.
     */
    async removeFormer(): Promise<number> {
      const { data } = requireData('GET /webhooks', await client.GET('/api/webhooks', { params: { query: { limit: 100 } } }));
      let removed = 0;
      for (const { id, url, description } of data) {
        if (description !== DESCRIPTION || (await isListenerAt(url))) continue;
        await remove(client, id);
        removed += 1;
      }
      return removed;
    },

    remove: (id: number): Promise<void> => remove(client, id),
  };
}

/** It may be gone: somebody else may delete it. */
async function remove(client: Client, id: number): Promise<void> {
  const answer = await client.DELETE('/api/webhooks/{id}', { params: { path: { id } } });
  if (answer.response.status !== NOT_FOUND) requireData(`DELETE /webhooks/${id}`, answer);
}

function requireData<Data>(call: string, { data, error, response }: Answered<Data>): Data {
  if (data !== undefined) return data;
  throw new Error(`${call} answers ${response.status}: ${JSON.stringify(error)}`);
}
