import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type Schemas } from '../../client/typescript/create-client.ts';
import type { Connection } from '../../local/connection.ts';
import type { LoggedEvent, RecordedDelivery } from './losses.ts';

/** Longer than any program stays away. */
const PATIENCE_MS = 60_000;
const AGAIN_AFTER_MS = 500;
const PAGE = 100;

/** Who uses the API while programs are killed: repeats what had no answer, as the client's documentation says. */
export function integrator(connection: Connection) {
  const { base_url: baseUrl, api_key_id: apiKeyId, api_key: apiKey, server_id } = connection;
  const api = createClient({ baseUrl, apiKeyId, apiKey, fetch: repeating });
  return {
    async createDomain(hostname: string): Promise<number> {
      const { data, error } = await api.POST('/api/domains', { body: { url: hostname, server_id } });
      if (!data) throw new Error(`creating ${hostname}: ${JSON.stringify(error)}`);
      return data.id;
    },

    async isServed(id: number): Promise<boolean> {
      const { data } = await api.GET('/api/domains/{id}', { params: { path: { id } } });
      return data?.ssl_status === 'active' && data.dns_status === 'validated';
    },

    async domain(id: number): Promise<Schemas['Domain'] | undefined> {
      const { data } = await api.GET('/api/domains/{id}', { params: { path: { id } } });
      return data;
    },

    async moveDomain(id: number, serverId: number): Promise<void> {
      const { error } = await api.PATCH('/api/domains/{id}', { params: { path: { id } }, body: { server_id: serverId } });
      if (error) throw new Error(`moving domain ${id}: ${JSON.stringify(error)}`);
    },

    async revokeCertificate(id: number): Promise<void> {
      const { error } = await api.POST('/api/domains/{id}/revoke', {
        params: { path: { id } },
        body: { reason: 'keyCompromise' },
      });
      if (error) throw new Error(`revoking of domain ${id}: ${JSON.stringify(error)}`);
    },

    /** The types in its timeline. */
    async eventTypes(id: number): Promise<string[]> {
      const { data } = await api.GET('/api/domains/{id}/events', { params: { path: { id }, query: { limit: 100 } } });
      return data?.data.map(({ type }) => type) ?? [];
    },

    async deleteDomain(id: number): Promise<void> {
      await api.DELETE('/api/domains/{id}', { params: { path: { id } } });
    },

    /** The domains that were created last, newest first. */
    async newestDomains(count: number): Promise<Schemas['Domain'][]> {
      const { data, error } = await api.GET('/api/domains', { params: { query: { limit: count } } });
      if (!data) throw new Error(`listing domains: ${JSON.stringify(error)}`);
      return data.data;
    },

    async subscribe(url: string): Promise<number> {
      const { data, error } = await api.POST('/api/webhooks', { body: { url, events: ['*'] } });
      if (!data) throw new Error(`creating the webhook: ${JSON.stringify(error)}`);
      return data.id;
    },

    async unsubscribe(id: number): Promise<void> {
      await api.DELETE('/api/webhooks/{id}', { params: { path: { id } } });
    },

    /** Of domains, behind an event in the log, in its order. Without a filter only the end of the log is an empty page. */
    async eventsAfter(after: string): Promise<LoggedEvent[]> {
      const found: LoggedEvent[] = [];
      for (let cursor: string | undefined; ; ) {
        const query = { limit: PAGE, ...(cursor === undefined ? { after } : { cursor }) };
        const { data, error } = await api.GET('/api/events', { params: { query } });
        if (!data) throw new Error(`listing events: ${JSON.stringify(error)}`);
        found.push(...data.data.flatMap(loggedEvent));
        if (data.data.length === 0) return found;
        cursor = data.next_cursor;
      }
    },

    /** By event. */
    async deliveries(webhookId: number): Promise<Map<string, RecordedDelivery>> {
      const found = new Map<string, RecordedDelivery>();
      for (let cursor: string | undefined; ; ) {
        const query = { limit: PAGE, ...(cursor !== undefined && { cursor }) };
        const { data, error } = await api.GET('/api/webhooks/{id}/deliveries', { params: { path: { id: webhookId }, query } });
        if (!data) throw new Error(`listing deliveries: ${JSON.stringify(error)}`);
        for (const { event_id, state, attempts } of data.data) found.set(event_id, { state, succeededFrom: successes(attempts) });
        if (data.next_cursor === null) return found;
        cursor = data.next_cursor;
      }
    },
  };
}
export type Integrator = ReturnType<typeof integrator>;

/** Events of domains carry the domain as the API shows it. */
function loggedEvent({ id, event, data }: Schemas['EventPage']['data'][number]): LoggedEvent[] {
  const { domain } = data as { domain?: Schemas['Domain'] };
  return domain ? [{ id, event, hostname: domain.url }] : [];
}

function successes(attempts: Schemas['Delivery']['attempts']): number[] {
  const isSuccess = ({ status = 0 }: { status?: number }) => status >= 200 && status < 300;
  return attempts.filter(isSuccess).map(({ at }) => Date.parse(at));
}

/**
 * A failed connection, a 5xx, a 429, and a 409 about the same request still under way are tried again; the Idempotency-Key stays.
 */
async function repeating(request: Request): Promise<Response> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(AGAIN_AFTER_MS)) {
    try {
      const answer = await fetch(request.clone());
      const isToBeRepeated = answer.status >= 500 || answer.headers.has('retry-after');
      if (!isToBeRepeated || Date.now() > end) return answer;
      await answer.body?.cancel();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}
