import { ApiError, type Client, type Schemas } from '../../client/typescript/create-client.ts';
import { isListenerAt } from './server.ts';

/** Marks webhooks that a listener registered. */
export const DESCRIPTION = 'npm run webhook-listen';
/** Marks webhooks of receivers that somebody else runs. */
export const REGISTERED = 'npm run register-webhook';

type Event = Schemas['CreateWebhookRequest']['events'][number];

/** The webhooks that listeners register for themselves. All methods throw the API's error. */
export function ownWebhooks(client: Client) {
  return {
    /** Returns its id. The API checks the event names. */
    async register(url: string, events: string[], secret: string): Promise<number> {
      const body = { url, events: events as Event[], secret, description: DESCRIPTION };
      return (await client.POST('/api/webhooks', { body })).data.id;
    },

    /**
     * Deletes webhooks of listeners that ended without deleting them, and returns their number. Skips listeners still running.
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

/**
 * Registers a receiver and returns the answer, which alone has the secret. Then deletes its former registration: a
 * receiver would refuse what that one's secret signed. Throws the API's error.
 */
export async function registerReceiver(client: Client, url: string, events: string[]): Promise<{ id: number; secret: string }> {
  const former: { id: number; url: string }[] = [];
  for await (const webhook of client.items('/api/webhooks')) if (webhook.description === REGISTERED) former.push(webhook);
  const body = { url, events: events as Event[], description: REGISTERED };
  const made = (await client.POST('/api/webhooks', { body })).data;
  for (const { id } of former.filter((webhook) => webhook.url === made.url)) await remove(client, id);
  return made;
}

/** Ignores a missing webhook: somebody else may have deleted it. */
async function remove(client: Client, id: number): Promise<void> {
  await client.DELETE('/api/webhooks/{id}', { params: { path: { id } } }).catch((error) => {
    if (!(error instanceof ApiError && error.code === 'resource_not_found')) throw error;
  });
}
