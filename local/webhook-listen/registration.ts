import { ApiError, type Client, type Schemas } from '../../client/typescript/create-client.ts';
import { isListenerAt } from './server.ts';

/** By which a listener knows the webhooks of its kind. */
export const DESCRIPTION = 'npm run webhook-listen';

type Event = Schemas['CreateWebhookRequest']['events'][number];

/** The webhooks that listeners register for themselves. All throw what the API answers where it refuses. */
export function ownWebhooks(client: Client) {
  return {
    /** Answers its number. The names of events are the API's to judge. */
    async register(url: string, events: string[], secret: string): Promise<number> {
      const body = { url, events: events as Event[], secret, description: DESCRIPTION };
      return (await client.POST('/api/webhooks', { body })).data.id;
    },

    /**
     * Deletes those of listeners that ended without doing so themselves, and answers how many. One that still listens is left.
     */
    async removeFormer(): Promise<number> {
      let removed = 0;
      for await (const { id, url, description } of client.items('/api/webhooks')) {
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
  await client.DELETE('/api/webhooks/{id}', { params: { path: { id } } }).catch((error) => {
    if (!(error instanceof ApiError && error.code === 'resource_not_found')) throw error;
  });
}
