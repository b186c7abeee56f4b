import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

// Somebody who asks a web server for challenges that nobody has set, on loopback.

export interface Flood {
  address: string;
  port: number;
  /** Whose challenges, in turn. */
  hosts: readonly string[];
  perSecond: number;
  /** It ends by itself after so many. */
  most: number;
  /** What is asked for: challenges, unless another load is wanted to compare with. */
  pathOf?: () => string;
}

const BETWEEN_MS = 10;
/** A request waits up to 4 s for its answer, so that fewer would slow the flood. Far below what loopback has ports for. */
const CONNECTIONS = 3_000;
const junk = () => `/.well-known/acme-challenge/${randomBytes(16).toString('base64url')}`;

/** Begins at once; `stop` answers how many were sent, and how many were answered with each status. */
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
