import { createHash } from 'node:crypto';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';

// Visitors of a web server, as a process of its own: they open a new connection for each request, or keep one for all of them,
// until the standard input ends. Then the process says what they met. What they visit comes by the environment.

export interface Visited {
  address: string;
  port: number;
  /** The fingerprint that each hostname is to show. */
  fingerprints: Record<string, string>;
}

export interface Met {
  /** Requests on a new connection, with a whole handshake, and on kept ones. */
  opened: number;
  kept: number;
  failedHandshakes: number;
  /** Requests whose connection ended before their whole answer. */
  dropped: number;
  wrongCertificates: number;
  wrongAnswers: number;
  /**
   * Kept connections that the server closed between two requests, in the instant of the next, which was sent once more (RFC 9112,
   * section 9.3.1).
   */
  closedBetween: number;
  /** One of each kind of failure. */
  reasons: string[];
  /** Of each request on a new connection. */
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
      // Every new connection by a whole handshake: a session that is resumed shows no certificate. Who signed it is not asked.
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
