import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cloud } from '../../local/cloud.ts';
import { administrator } from './administrator.ts';

// Integrators and receivers for webhook timings: the delay from the event's own time to the receiver's first byte, under a steady
// load.

export const STEADY = { rounds: 20, eventsInRound: 5, pauseMs: 1_000 };

export async function listen(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  // A hostname per receiver, because the sender limits each host. `.localhost` is this machine (RFC 6761).
  const urlOf = (name: string) => `http://${name}.localhost:${port}/hooks`;
  return { urlOf, close };
}

/** An organization without limits, and its calls. */
export async function newIntegrator(stateDir: string, { connection }: Cloud, name: string) {
  const { admin, newOrganization } = administrator(stateDir);
  const { organizationId, headers } = await newOrganization(name, 'domains.read,domains.write,webhooks.write');
  await admin('set-limits', '--organization', organizationId, '--webhooks', '1000');
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${connection.base_url}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { id: number };
  };
  const post = (path: string, body: object) => ask('POST', path, body);
  return {
    subscribe: async (url: string): Promise<number> => (await post('/webhooks', { url, events: ['domain.created'] })).id,
    unsubscribe: (id: number) => ask('DELETE', `/webhooks/${id}`),
    /** This number of events by one request. */
    burst: (count: number) => {
      const newName = () => ({ url: `bench-${randomBytes(6).toString('hex')}.customer.test`, server_id: 1 });
      return post('/domains/bulk', { domains: Array.from({ length: count }, newName) });
    },
  };
}
export type Integrator = Awaited<ReturnType<typeof newIntegrator>>;

/** A receiver that answers at once and records when each event arrived. */
export async function healthyReceiver() {
  const delays: number[] = [];
  const { urlOf, close } = await listen((request, response) => {
    const at = Date.now();
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      delays.push(at - Date.parse(JSON.parse(text).created_at));
      response.end();
    });
  });
  const until = async (count: number) => {
    const end = Date.now() + 180_000;
    while (delays.length < count) {
      if (Date.now() > end) throw new Error(`${delays.length} of ${count} have come`);
      await sleep(20);
    }
  };
  return { url: urlOf('healthy'), close, delays, until };
}
export type HealthyReceiver = Awaited<ReturnType<typeof healthyReceiver>>;

export function p95(values: number[]): number {
  return percentile(values, 0.95);
}

/** Not affected by the few deliveries that are requeued for a second. */
export function p75(values: number[]): number {
  return percentile(values, 0.75);
}

/** `share`: 0 to 1. */
export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;
}

/** Delays in milliseconds under a steady load; `beside` runs in each round. */
export async function steady(
  integrator: Integrator,
  receiver: HealthyReceiver,
  rounds: number,
  beside: () => Promise<unknown> = async () => {},
): Promise<number[]> {
  const from = receiver.delays.length;
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all([integrator.burst(STEADY.eventsInRound), sleep(STEADY.pauseMs), beside()]);
  }
  await receiver.until(from + rounds * STEADY.eventsInRound);
  return receiver.delays.slice(from);
}
