import { randomBytes } from 'node:crypto';
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** A client address other than those of the CA and the service. */
const ADDRESS = '127.0.0.77';
const BETWEEN_MS = 100;

export interface Junk {
  address: string;
  httpPort: number;
  /** Host header of the requests. */
  hostname: string;
  atOnce: number;
  aSecond: number;
}

/** Floods a web server with unknown challenges. `kept`: connections that another request could have reused. */
export function startStranger({ address, httpPort, hostname, atOnce, aSecond }: Junk) {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const statuses = new Map<number, number>();
  let kept = 0;
  let isStopped = false;

  function ask(): Promise<void> {
    const path = `/.well-known/acme-challenge/${randomBytes(16).toString('base64url')}`;
    return new Promise((over) => {
      const options = { host: address, port: httpPort, path, headers: { host: hostname }, agent, localAddress: ADDRESS };
      const request = get(options, (response) => {
        const { statusCode = 0, headers } = response.resume();
        statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
        kept += Number(headers.connection !== 'close');
        over();
      });
      request.on('error', () => over());
    });
  }
  const asking = (async () => {
    const all = Array.from({ length: atOnce }, ask);
    while (!isStopped) {
      all.push(...Array.from({ length: (aSecond * BETWEEN_MS) / 1000 }, ask));
      await sleep(BETWEEN_MS);
    }
    await Promise.all(all);
  })();
  return {
    async stop(): Promise<{ statuses: Map<number, number>; kept: number }> {
      isStopped = true;
      await asking;
      agent.destroy();
      return { statuses, kept };
    },
  };
}
