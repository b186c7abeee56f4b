import { ApiError, createClient, type Schemas } from '../../client/typescript/create-client.ts';
import type { Connection } from '../../local/connection.ts';
import type { LoggedEvent } from './losses.ts';

/** More than a minute, which is longer than any program is stopped. */
const RETRIES = 14;
const PAGE = 100;

/** A client of the API while programs are killed: it retries requests without an answer. */
export function integrator(connection: Connection) {
  const { site_url: siteUrl, api_key_id: apiKeyId, api_key: apiKey, server_id } = connection;
  const api = createClient({ siteUrl, apiKeyId, apiKey, maxRetries: RETRIES });
  async function read(id: number): Promise<Schemas['Domain'] | undefined> {
    return (await api.GET('/api/domains/{id}', { params: { path: { id } } }).catch(undefinedIfNotFound))?.data;
  }
  return {
    async createDomain(hostname: string): Promise<number> {
      const { data } = await api.POST('/api/domains', { body: { url: hostname, server_id } });
      return data.id;
    },

    async isServed(id: number): Promise<boolean> {
      const domain = await read(id);
      return domain?.ssl_status === 'active' && domain.dns_status === 'validated';
    },

    domain: read,

    async revokeCertificate(id: number): Promise<void> {
      await api.POST('/api/domains/{id}/revoke', {
        params: { path: { id } },
        body: { reason: 'keyCompromise' },
      });
    },

    async eventTypes(id: number): Promise<string[]> {
      const { data } = await api.GET('/api/domains/{id}/events', { params: { path: { id }, query: { limit: 100 } } });
      return data.data.map(({ type }) => type);
    },

    async deleteDomain(id: number): Promise<void> {
      await api.DELETE('/api/domains/{id}', { params: { path: { id } } }).catch(undefinedIfNotFound);
    },

    /** Newest first. */
    async newestDomains(count: number): Promise<Schemas['Domain'][]> {
      const { data } = await api.GET('/api/domains', { params: { query: { limit: count } } });
      return data.data;
    },

    async subscribe(url: string): Promise<number> {
      const { data } = await api.POST('/api/webhooks', { body: { url, events: ['*'] } });
      return data.id;
    },

    async unsubscribe(id: number): Promise<void> {
      await api.DELETE('/api/webhooks/{id}', { params: { path: { id } } }).catch(undefinedIfNotFound);
    },

    /** Domain events after an event of the log, in its order. Without a filter an empty page means the end of the log. */
    async eventsAfter(after: string): Promise<LoggedEvent[]> {
      const found: LoggedEvent[] = [];
      for await (const { data } of api.pages('/api/events', { params: { query: { limit: PAGE, after } } })) {
        if (data.length === 0) break;
        found.push(...data.flatMap(loggedEvent));
      }
      return found;
    },

    /** Delivery states, by event id. */
    async deliveries(webhookId: number): Promise<Map<string, string>> {
      const params = { path: { id: webhookId }, query: { limit: PAGE } };
      const found = new Map<string, string>();
      for await (const { event_id, state } of api.items('/api/webhooks/{id}/deliveries', { params })) {
        found.set(event_id, state);
      }
      return found;
    },
  };
}
export type Integrator = ReturnType<typeof integrator>;

/** Domain events contain the domain as the API returns it. */
function loggedEvent({ id, event, data }: Schemas['EventPage']['data'][number]): LoggedEvent[] {
  const { domain } = data as { domain?: Schemas['Domain'] };
  return domain ? [{ id, event, hostname: domain.url }] : [];
}

function undefinedIfNotFound(error: unknown): undefined {
  if (!(error instanceof ApiError && error.code === 'resource_not_found')) throw error;
}
