import { createHash } from 'node:crypto';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';

// Visitors of a web server, as a separate process: they open a new connection per request, or keep one for all, until the end of
// standard input. Then the process prints the results. The environment contains the targets.

export interface Visited {
  address: string;
  port: number;
  /** The expected fingerprint, by hostname. */
  fingerprints: Record<string, string>;
}

export interface Met {
  /** Requests on new connections with a full handshake, and on kept-alive ones. */
  opened: number;
  kept: number;
  failedHandshakes: number;
  /** Requests whose connection ended before their whole answer. */
  dropped: number;
  wrongCertificates: number;
  wrongAnswers: number;
  /** Kept-alive connections that the server closed just before the next request, which was repeated (RFC 9112, section 9.3.1). */
  closedBetween: number;
  /** One example of each kind of failure. */
  reasons: string[];
  /** Durations of the requests on new connections. */
  milliseconds: number[];
}

const NEW_CONNECTIONS = 2;
const KEPT_CONNECTIONS = 8;
const PAUSE_MS = 20;
const TIMEOUT_MS = 20_000;

const { address, port, fingerprints }: Visited = JSON.parse(process.env.VISITED ?? '');
const hostnames = Object.keys(fingerprints);
const met: Met = {
  opened: 0,
  kept: 0,
  failedHandshakes: 0,
  dropped: 0,
  wrongCertificates: 0,
  wrongAnswers: 0,
  closedBetween: 0,
  reasons: [],
  milliseconds: [],
};
let isOver = false;

interface Outcome {
  kind: 'answered' | 'failedHandshakes' | 'dropped' | 'closedBetween';
  reason?: string;
}

function visit(hostname: string, agent: Agent | false): Promise<Outcome> {
  return new Promise((resolve) => {
    let isSecure = false;
    const sent = request(
      // A full handshake each time: a resumed TLS session shows no certificate. The chain is not verified.
      {
        host: address,
        port,
        servername: hostname,
        headers: { host: hostname },
        agent,
        rejectUnauthorized: false,
        timeout: TIMEOUT_MS,
      },
      async (response) => {
        const { raw } = (response.socket as TLSSocket).getPeerCertificate();
        const body = await text(response).catch((error: Error) => error);
        if (body instanceof Error) return resolve({ kind: 'dropped', reason: String(body) });
        if (createHash('sha256').update(raw).digest('hex') !== fingerprints[hostname]) met.wrongCertificates += 1;
        if (response.statusCode !== 200 || body !== `${hostname}\n`) met.wrongAnswers += 1;
        resolve({ kind: 'answered' });
      },
    );
    sent.on('socket', (socket) => {
      if (sent.reusedSocket) return;
      socket.once('secureConnect', () => {
        isSecure = true;
      });
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = error.code === 'ECONNRESET' || error.code === 'EPIPE';
      const established = isSecure || sent.reusedSocket ? 'dropped' : 'failedHandshakes';
      resolve({ kind: isClosed && sent.reusedSocket ? 'closedBetween' : established, reason: String(error) });
    });
    sent.end();
  });
}

function note({ kind, reason }: Outcome): void {
  if (kind === 'answered') return;
  met[kind] += 1;
  if (reason !== undefined && !met.reasons.includes(reason)) met.reasons.push(reason);
}

async function openAgainAndAgain(first: number): Promise<void> {
  for (let number = first; !isOver; number += NEW_CONNECTIONS) {
    const began = performance.now();
    note(await visit(hostnames[number % hostnames.length] ?? '', false));
    met.milliseconds.push(performance.now() - began);
    met.opened += 1;
    await sleep(PAUSE_MS);
  }
}

async function keepOne(number: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, maxCachedSessions: 0 });
  const hostname = hostnames[number % hostnames.length] ?? '';
  while (!isOver) {
    const outcome = await visit(hostname, agent);
    note(outcome);
    if (outcome.kind === 'closedBetween') note(await visit(hostname, false));
    met.kept += 1;
    await sleep(PAUSE_MS);
  }
  agent.destroy();
}

process.stdin.resume().once('end', () => {
  isOver = true;
});
await Promise.all([
  ...Array.from({ length: NEW_CONNECTIONS }, (_, number) => openAgainAndAgain(number)),
  ...Array.from({ length: KEPT_CONNECTIONS }, (_, number) => keepOne(number)),
]);
process.stdout.write(JSON.stringify(met));
