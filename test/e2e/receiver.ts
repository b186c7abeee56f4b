import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_SECONDS } from './patience.ts';

export interface Received {
  /** `performance.now()` when its headers had arrived. */
  at: number;
  path: string;
  headers: Record<string, string>;
  /** The raw bytes, which are signed. */
  body: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at what it expects of it
  json: any;
}

/** Answers one POST. `n` counts from 0. */
export type Behaviour = (response: ServerResponse, n: number, request: IncomingMessage) => void | Promise<void>;

/**
 * An integrator's receiver: a real server on loopback that records requests and answers as configured. `tls`: PEMs, for https.
 */
export async function startReceiver(behaviour: Behaviour = answers(200), tls?: { cert: string; key: string }) {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let now = behaviour;
  let atOnce = 0;
  let mostAtOnce = 0;
  let connections = 0;
  const listen = (request: IncomingMessage, response: ServerResponse) => {
    const at = performance.now();
    const n = received.length;
    atOnce += 1;
    mostAtOnce = Math.max(mostAtOnce, atOnce);
    response.on('close', () => {
      atOnce -= 1;
    });
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const headers = request.headers as Record<string, string>;
      received.push({ at, path: request.url as string, headers, body, json: JSON.parse(body.toString('utf8')) });
      void now(response, n, request);
    });
  };
  const server = tls ? createTlsServer(tls, listen) : createServer(listen);
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    // A hostname of its own, because the sender limits each host. `.localhost` is this machine (RFC 6761).
    url: tls ? `https://127.0.0.1:${port}/hooks` : `http://receiver-${port}.localhost:${port}/hooks`,
    port,
    received,
    /** Number of unanswered POSTs whose sender still waits. */
    underWay: () => atOnce,
    mostAtOnce: () => mostAtOnce,
    connections: () => connections,
    behave(next: Behaviour) {
      now = next;
    },
    /** Waits until `isEnough` accepts the received POSTs, and returns them. */
    async until(isEnough: (all: Received[]) => boolean, seconds = PATIENCE_SECONDS): Promise<Received[]> {
      const end = Date.now() + seconds * 1000;
      while (!isEnough(received)) {
        if (Date.now() > end) throw new Error(`not received within ${seconds} s; what came: ${summary(received)}`);
        await sleep(20);
      }
      return received;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

function summary(received: Received[]): string {
  return JSON.stringify(received.map(({ json, headers }) => [json.event, headers['webhook-id'], headers['x-service-attempt']]));
}

export function answers(status: number, headers: Record<string, string> = {}, body = ''): Behaviour {
  return (response) => {
    response.writeHead(status, headers).end(body);
  };
}

/** Answers the first POSTs as listed, and all further ones like the last. */
export function inTurn(...behaviours: [Behaviour, ...Behaviour[]]): Behaviour {
  return (response, n, request) => (behaviours[Math.min(n, behaviours.length - 1)] as Behaviour)(response, n, request);
}

export const hangs: Behaviour = () => {};

/** Sends less than its Content-Length. */
export const hangsInBody: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('the beginning');
};

/** A byte a second. */
export const drips: Behaviour = async (response) => {
  response.writeHead(200);
  for (let n = 0; n < 60 && !response.destroyed; n += 1) {
    response.write('.');
    await sleep(1000);
  }
};

/** Closes the connection within its answer. */
export const closesEarly: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('the beginning', () => response.socket?.destroy());
};

/** 200 with a body of ten megabytes. */
export const floods: Behaviour = (response) => {
  response.on('error', () => {});
  response.writeHead(200);
  const megabyte = 'x'.repeat(1024 * 1024);
  for (let n = 0; n < 10 && !response.destroyed; n += 1) response.write(megabyte);
  response.end();
};

export function slowly(milliseconds: number, then: Behaviour = answers(200)): Behaviour {
  return async (response, n, request) => {
    await sleep(milliseconds);
    await then(response, n, request);
  };
}
