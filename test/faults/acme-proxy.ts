import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Agent, request as ask, createServer, type Server } from 'node:https';
import { createServer as createTcpServer, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { acmeTlsFiles } from '../../local/machine/acme-tls.ts';
import { addressesIn, type Call, callOf, orderedHostname } from './acme-call.ts';

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
/** What becomes of one request: an answer, a connection that ends, or one that says nothing. */
export type Ending = Answer | 'reset' | 'silence';
/** `forward` asks the CA itself, as if nothing was wrong. */
export type Handling = (forward: () => Promise<Answer>) => Promise<Ending>;
/** How a request is handled, if not as usual. `hostname`: of the order that it belongs to, where it belongs to one. */
export type Plan = (call: Call, hostname: string | undefined) => Handling | undefined;

const FORWARDED: Handling = (forward) => forward();

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
      const answer = await forwarded(agent, pebblePort, incoming, body);
      if (hostname !== undefined) {
        if (call === 'newOrder' && answer.status === 201) orders.set(hostname, (orders.get(hostname) ?? 0) + 1);
        for (const address of addressesIn(answer.body.toString(), answer.headers.location)) hostnames.set(address, hostname);
      }
      return answer;
    };
    const ending = await (plan(call, hostname) ?? FORWARDED)(forward);
    if (ending === 'silence') return;
    if (ending === 'reset') incoming.socket.destroy();
    else send(response, ending);
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

function forwarded(agent: Agent, port: number, { method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = ask({ host: '127.0.0.1', port, path: url, method, headers, agent }, async (answer) => {
      try {
        resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: await buffer(answer) });
      } catch (cause) {
        reject(cause);
      }
    });
    outgoing.on('error', reject).end(body);
  });
}

/** Its length is that of what is sent now: a fault may have changed it. */
function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const { 'content-length': _, 'transfer-encoding': __, connection: ___, ...others } = headers;
  response.writeHead(status, { ...others, ...(body.length > 0 && { 'content-length': body.length }) }).end(body);
}
