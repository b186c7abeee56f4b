import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { verifyWebhook, WebhookVerificationError } from '../../client/typescript/verify-webhook.ts';
import { localServer } from '../machine/foreign-requests.ts';
import type { Arrival } from './arrival.ts';

export interface ListenerOptions {
  /** 0: a free port. */
  port: number;
  /** Secret that signs the deliveries. */
  secret: string;
  /** Status of the answers. Absent: 200. */
  status?: number;
  /** Delay before each answer. */
  delayMs: number;
  /** Called after each answer. */
  onArrival: (arrival: Arrival) => void;
}

/** Distinguishes a listener from another program on its port. */
const NAME = 'webhook-listen';
const ANSWERS_WITHIN_MS = 1_000;
/** A delivery is a domain with its evidence: a few KiB. */
const MAX_BODY_BYTES = 1024 * 1024;
const REFUSED = 400;

/** Listens on 127.0.0.1 until closed. Throws if the port is taken. */
export async function startListener(options: ListenerOptions) {
  const server = localServer((request, response) => {
    response.setHeader('server', NAME);
    if (request.method !== 'POST') response.writeHead(405, { allow: 'POST' }).end();
    else receive(request, response, options).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** False when nothing, or another program, listens. */
export async function isListenerAt(url: string): Promise<boolean> {
  try {
    const { headers } = await fetch(url, { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) });
    return headers.get('server') === NAME;
  } catch {
    return false;
  }
}

async function receive(
  request: IncomingMessage,
  response: ServerResponse,
  { secret, status = 200, delayMs, onArrival }: ListenerOptions,
): Promise<void> {
  const verified = verify(await readBody(request), request, secret);
  const answered = 'refused' in verified ? REFUSED : status;
  // Unreferenced: an open connection keeps the process alive, but a delay without one must not.
  await sleep(delayMs, undefined, { ref: false });
  const isWaiting = !response.destroyed;
  response.writeHead(answered).end();
  onArrival({ verified, attempt: request.headers['x-service-attempt']?.toString(), status: isWaiting ? answered : undefined });
}

/** Throws for a body longer than any delivery. */
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) throw new Error('the body is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function verify(body: Buffer, { headers }: IncomingMessage, secret: string): Arrival['verified'] {
  try {
    return verifyWebhook(body, headers, secret);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return { refused: `${error.reason}: ${error.message}` };
    throw error;
  }
}
