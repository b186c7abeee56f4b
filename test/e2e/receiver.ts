import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENCE_SECONDS } from './patience.ts';

/** One POST that a receiver got, from its first byte to its last. */
export interface Received {
  /** `performance.now()` when its headers were there. */
  at: number;
  path: string;
  headers: Record<string, string>;
  /** The raw bytes, which is what is signed. */
  body: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: each test looks at what it expects of it
  json: any;
}

/** Answers one POST, however badly. `n` counts from 0. */
export type Behaviour = (response: ServerResponse, n: number, request: IncomingMessage) => void | Promise<void>;

/**
 * An integrator's receiver: a real server on loopback that keeps what it gets and behaves as it is told. `tls`: PEMs, for https.
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
    // A name of its own (RFC 6761: it is this machine), because what goes to one host is counted.
    url: tls ? `https://127.0.0.1:${port}/hooks` : `http://receiver-${port}.localhost:${port}/hooks`,
    port,
    received,
    /** POSTs that have come and are not answered, and whose sender still waits. */
    underWay: () => atOnce,
    mostAtOnce: () => mostAtOnce,
    connections: () => connections,
    behave(next: Behaviour) {
      now = next;
    },
    /** Waits until as many have come as `isEnough` wants, and answers them. */
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

/** The first POSTs are answered one by one as listed, all further ones as the last. */
export function inTurn(...behaviours: [Behaviour, ...Behaviour[]]): Behaviour {
  return (response, n, request) => (behaviours[Math.min(n, behaviours.length - 1)] as Behaviour)(response, n, request);
}

/** Never answers. */
export const hangs: Behaviour = () => {};

/** Promises more than it sends. */
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

/** Cuts the connection within its answer. */
export const closesEarly: Behaviour = (response) => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('the beginning', () => response.socket?.destroy());
};

/** 200, and ten megabytes. */
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
