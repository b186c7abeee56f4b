import { createHash } from 'node:crypto';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';

export interface Target {
  hostname: string;
  address: string;
  port: number;
  ca: string;
}

/** Results of all requests so far. */
export interface Tally {
  answered: number;
  /** Certificates of new connections, in the order of their first appearance. */
  shown: Set<string>;
  failures: string[];
  /**
   * Requests that were repeated because the server closed the kept-alive connection without an answer (RFC 9112, section 9.3.1).
   */
  repeated: number;
  /** Handshakes that were repeated because they failed during the replacement of the files. */
  torn: number;
}

const KEPT_CONNECTIONS = 3;
const PAUSE_MS = 20;
/** A reloading server on a busy machine is slow; one that lost a connection never answers. */
const TIMEOUT_MS = 60_000;
/** A web server's alert when certificate and key do not match (RFC 8446, section 6.2). */
const INTERNAL_ERROR = 'tlsv1 alert internal error';
const CLOSED_MEANWHILE = ['ECONNRESET', 'EPIPE'];

/** Sends requests until it is stopped, on kept-alive connections and on a new one for each request. */
export function startLoad(target: Target): { tally: Tally; stop: () => Promise<Tally> } {
  const tally: Tally = { answered: 0, shown: new Set(), failures: [], repeated: 0, torn: 0 };
  let isStopped = false;
  // Disables TLS session resumption, in which the server sends no certificate.
  const kept = { keepAlive: true, maxSockets: 1, maxCachedSessions: 0 };
  const agents = Array.from({ length: KEPT_CONNECTIONS }, () => new Agent(kept));

  async function work(agent: Agent | false): Promise<void> {
    while (!isStopped) {
      try {
        const { fingerprintSha256, repeated, torn } = await getPatiently(target, agent);
        tally.answered += 1;
        tally.repeated += Number(repeated);
        tally.torn += Number(torn);
        if (!agent) tally.shown.add(fingerprintSha256);
      } catch (error) {
        tally.failures.push(String(error));
      }
      await sleep(PAUSE_MS);
    }
  }
  const workers = [...agents, false as const].map(work);
  return {
    tally,
    async stop() {
      isStopped = true;
      await Promise.all(workers);
      for (const agent of agents) agent.destroy();
      return tally;
    },
  };
}

async function getPatiently(target: Target, agent: Agent | false) {
  try {
    return { ...(await get(target, agent)), repeated: false, torn: false };
  } catch (error) {
    const torn = String(error).includes(INTERNAL_ERROR);
    if (!torn && !(error instanceof ClosedMeanwhile)) throw error;
    return { ...(await get(target, false)), repeated: !torn, torn };
  }
}

class ClosedMeanwhile extends Error {}

/** A GET of a hostname at an address, trusting this CA. Throws on every status but 200. */
export function get(
  { hostname, address, port, ca }: Target,
  agent: Agent | false = false,
): Promise<{ fingerprintSha256: string; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: address, port, servername: hostname, headers: { host: hostname }, ca, agent, timeout: TIMEOUT_MS },
      async (response) => {
        try {
          const { raw } = (response.socket as TLSSocket).getPeerCertificate();
          const fingerprintSha256 = createHash('sha256').update(raw).digest('hex');
          const body = await text(response);
          if (response.statusCode === 200) resolve({ fingerprintSha256, body });
          else reject(new Error(`answered ${response.statusCode}: ${body}`));
        } catch (error) {
          reject(error);
        }
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${TIMEOUT_MS} ms`)));
    sent.on('error', (error: NodeJS.ErrnoException) => {
      reject(CLOSED_MEANWHILE.includes(error.code ?? '') ? new ClosedMeanwhile(error.message) : error);
    });
    sent.end();
  });
}
