import { api, type Key, newHostname } from './cloud.ts';
import { EVERYTHING, newOrganization, raiseRequestLimits } from './operator.ts';

// An integrator with their own organization and webhooks.

// biome-ignore lint/suspicious/noExplicitAny: each answer is looked at by what the test expects of it
type Any = any;

export async function newIntegrator() {
  const { organizationId, key } = await newOrganization(EVERYTHING);
  return integrator(organizationId, key);
}

/** An integrator with raised rate limits. */
export async function busyIntegrator(): Promise<Integrator> {
  const us = await newIntegrator();
  await us.raiseLimits();
  return us;
}
export type Integrator = Awaited<ReturnType<typeof newIntegrator>>;

export function integrator(organizationId: string, key: Key) {
  const call = async (method: string, path: string, body?: unknown) =>
    api<Any>(method, path, { key, ...(body !== undefined && { body }) });
  const must = async (method: string, path: string, body?: unknown): Promise<Any> => {
    const answer = await call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answers ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    organizationId,
    key,
    /** Accepts any status. */
    call,
    /** The body of a 2xx answer; throws otherwise. */
    must,
    /** The answer contains the secret. */
    subscribe: (url: string, events: string[] = ['*'], more: object = {}): Promise<Any> =>
      must('POST', '/webhooks', { url, events, ...more }),
    /** Causes one `domain.updated` per call; the domain stays idle otherwise. */
    async events(count: number, domainId: number, from = 0): Promise<void> {
      for (let n = 0; n < count; n += 1) await must('PATCH', `/domains/${domainId}`, { metadata: { n: String(from + n) } });
    },
    /** Causes this many `domain.created` with one request. */
    async burst(count: number): Promise<void> {
      const domains = Array.from({ length: count }, () => ({ url: newHostname('burst'), server_id: 1 }));
      await must('POST', '/domains/bulk', { domains });
    },
    /** For tests with more requests than an integrator may send. */
    raiseLimits: () => raiseRequestLimits(organizationId),
    async deliveries(webhookId: number, query = ''): Promise<Any[]> {
      return (await must('GET', `/webhooks/${webhookId}/deliveries${query}`)).data;
    },
  };
}
