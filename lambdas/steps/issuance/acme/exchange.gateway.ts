import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { Agent } from 'node:https';
import { createSecureContext } from 'node:tls';

export interface ExchangeRequest {
  method: 'GET' | 'HEAD' | 'POST';
  url: string;
  body?: string;
  /** Ends the request, and the wait for its answer. */
  signal: AbortSignal;
}

/** What came back: a complete answer of any status, or why there is none. */
export type ExchangeResult =
  | {
      kind: 'answer';
      status: number;
      headers: IncomingHttpHeaders;
      body: string;
    }
  | { kind: 'failed'; reason: string };

/** One HTTPS request to the CA: never repeated, never thrown. */
export type Exchange = (request: ExchangeRequest) => Promise<ExchangeResult>;

/** A certificate chain is some 6 kB; what is far larger is no answer of a CA. */
const MAX_BODY_BYTES = 256 * 1024;
/**
 * A connection unused for longer is given up: between two invocations a Lambda is frozen, does not see the other side close,
 * and would lose its next request. 4 s is below the 5 s after which the quickest common servers close.
 */
const MAX_IDLE_MS = 4_000;
const HEADERS = {
  'user-agent': 'certificate-provisioning-service', // RFC 8555, section 6.1
  'accept-language': 'en',
};

/** Connections of its own for one directory, trusting `trustedRootPem` instead of the public roots where it is given. */
export function httpsExchange(options: { trustedRootPem?: string | undefined }): Exchange {
  const { trustedRootPem } = options;
  const agent = new Agent({
    keepAlive: true,
    ...(trustedRootPem === undefined ? {} : { secureContext: createSecureContext({ ca: trustedRootPem }) }),
  });
  let lastUsedAt = Date.now();

  return async ({ method, url, body, signal }) => {
    if (Date.now() - lastUsedAt > MAX_IDLE_MS) dropIdleConnections(agent);
    try {
      const answer = await send(url, { method, agent, signal, headers: headersFor(body) }, body);
      return {
        kind: 'answer',
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: await bodyOf(answer),
      };
    } catch (error) {
      return {
        kind: 'failed',
        reason: signal.aborted ? 'no answer in time' : reasonOf(error),
      };
    } finally {
      lastUsedAt = Date.now();
    }
  };
}

function headersFor(body: string | undefined): Record<string, string | number> {
  if (body === undefined) return HEADERS;
  return {
    ...HEADERS,
    'content-type': 'application/jose+json',
    'content-length': Buffer.byteLength(body),
  };
}

/** The agent brings TLS. `https.request` would do the same, but the local AWS emulator turns it into plain HTTP on loopback. */
function send(url: string, options: Parameters<typeof request>[1], body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, options, resolve).on('error', reject).end(body);
  });
}

async function bodyOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error(`an answer of more than ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function dropIdleConnections(agent: Agent): void {
  for (const socket of Object.values(agent.freeSockets).flat()) socket?.destroy();
}

/** For example `ECONNREFUSED` or `SELF_SIGNED_CERT_IN_CHAIN`. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}
