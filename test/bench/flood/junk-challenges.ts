import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

// A flood of unknown challenges to a web server on loopback.

export interface Flood {
  address: string;
  port: number;
  /** Host headers, in turn. */
  hosts: readonly string[];
  perSecond: number;
  /** Stops after this number of requests. */
  most: number;
  /** Default: random challenge paths. Another path is the load for comparison. */
  pathOf?: () => string;
}

const BETWEEN_MS = 10;
/** A request waits up to 4 s for its answer: fewer connections would slow the flood. Far below the number of ephemeral ports. */
const CONNECTIONS = 3_000;
const junk = () => `/.well-known/acme-challenge/${randomBytes(16).toString('base64url')}`;

/** Starts at once. `stop` returns the number of requests, and of answers by status. */
export function flood({ address, port, hosts, perSecond, most, pathOf = junk }: Flood) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const statuses: Record<number, number> = {};
  const under = new Set<Promise<void>>();
  const startedMs = performance.now();
  let sent = 0;
  let isOver = false;

  function sendOne(): void {
    const host = hosts[sent % hosts.length] ?? '';
    sent += 1;
    const one = ask(host).then((status) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      under.delete(one);
    });
    under.add(one);
  }
  function ask(host: string): Promise<number> {
    return new Promise((resolve) => {
      const request = get({ host: address, port, path: pathOf(), headers: { host }, agent }, (response) => {
        response.resume().on('close', () => resolve(response.statusCode ?? 0));
      });
      request.on('error', () => resolve(0));
    });
  }
  const sending = (async () => {
    while (!isOver && sent < most) {
      const due = Math.min(most, Math.ceil(((performance.now() - startedMs) / 1000) * perSecond));
      while (sent < due && under.size < CONNECTIONS) sendOne();
      await sleep(BETWEEN_MS);
    }
  })();
  return {
    async stop(): Promise<{ sent: number; seconds: number; statuses: Record<number, number> }> {
      isOver = true;
      await sending;
      const seconds = (performance.now() - startedMs) / 1000;
      await Promise.all(under);
      agent.destroy();
      return { sent, seconds, statuses };
    },
  };
}
