import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, request as ask, createServer, type Server } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { acmeTlsFiles } from '../../local/machine/acme-tls.ts';
import { addressesIn, callOf, orderedHostname } from './acme-call.ts';
import type { AcmeRequest } from './cases.ts';
import { end, FORWARDED, forwarded, type Handling } from './handling.ts';

/** How a request is handled, if not as usual. */
export type Plan = (request: AcmeRequest) => Handling | undefined;

/** Stands before Pebble, and is what the service knows as its CA: Pebble names its addresses after the host that is asked. */
export async function startAcmeProxy(port: number, pebblePort: number, pebbleFolder: string, plan: Plan) {
  const hostnames = new Map<string, string>();
  const orders = new Map<string, number>();
  const sockets = new Set<Socket>();
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const path = incoming.url ?? '/';
    const call = callOf(path);
    const hostname = call === 'newOrder' ? orderedHostname(body.toString()) : hostnames.get(path);
    const forward = async () => {
      const answer = await forwarded(ask, { host: '127.0.0.1', port: pebblePort, agent }, incoming, body);
      if (hostname !== undefined) {
        if (call === 'newOrder' && answer.status === 201) orders.set(hostname, (orders.get(hostname) ?? 0) + 1);
        for (const address of addressesIn(answer.body.toString(), answer.headers.location)) hostnames.set(address, hostname);
      }
      return answer;
    };
    end(await (plan({ call, hostname }) ?? FORWARDED)(forward, body.toString()), incoming, response);
  }

  // The certificate is made by the start of the cloud, after this: at the first connection it is there.
  let secured: Server | undefined;
  const opened = () => {
    const { certificate, key } = acmeTlsFiles(pebbleFolder);
    return createServer({ cert: readFileSync(certificate), key: readFileSync(key) }, (incoming, response) => {
      // Pebble is away: so is whoever stands before it.
      handle(incoming, response).catch(() => incoming.socket.destroy());
    });
  };
  const listener = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    secured ??= opened();
    secured.emit('connection', socket);
  });
  listener.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  return {
    /** How many the CA has made for a hostname. */
    ordersOf: (hostname: string) => orders.get(hostname) ?? 0,
    close: () => {
      listener.close();
      agent.destroy();
      for (const socket of sockets) socket.destroy();
    },
  };
}
