import { type AgentOptions, type ClientRequestArgs, Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext } from 'node:tls';

/**
 * A connection unused for longer is given up: between two invocations a Lambda is frozen, does not see the other side close,
 * and would lose its next request. 4 s is below the 5 s after which the quickest common servers close.
 */
const MAX_IDLE_MS = 4_000;
/** As many as one webhook has attempts under way. */
const MOST_IDLE_AT_ONE_ADDRESS = 5;
const MOST_IDLE = 100;

export interface KeepAliveOptions {
  /** Trusted instead of the public roots. */
  trustedRootPem?: string | undefined;
  mostIdleAtOneAddress?: number;
}

export interface KeepAlive {
  /** For one request now: what has been idle for too long, or is one too many, is closed first. */
  agentFor(encrypted: boolean): PlainAgent;
  /** To be called when an exchange is complete, with its connection: from now on it is idle. */
  wasUsed(connection: Socket): void;
}

/**
 * Connections that several requests share, if name, address, port and TLS are the same. The agents verify certificates
 * against the name.
 */
export function keepAlive({
  trustedRootPem,
  mostIdleAtOneAddress: maxFreeSockets = MOST_IDLE_AT_ONE_ADDRESS,
}: KeepAliveOptions): KeepAlive {
  // `timeout` ends idle connections only (while the process runs), sooner where the server announces that it closes sooner.
  const options: AgentOptions = { keepAlive: true, timeout: MAX_IDLE_MS, maxFreeSockets };
  const plain = new NamedPlainAgent(options);
  const secureContext = trustedRootPem === undefined ? {} : { secureContext: createSecureContext({ ca: trustedRootPem }) };
  const tls = new TlsAgent({ ...options, rejectUnauthorized: true, ...secureContext });
  const usedAt = new WeakMap<Socket, number>(); // the wall clock: the steady one may stand still while a Lambda is frozen

  return {
    agentFor(encrypted) {
      const idle = [plain, tls].flatMap(({ freeSockets }) => Object.values(freeSockets).flatMap((sockets) => sockets ?? []));
      const newestFirst = idle.toSorted((a, b) => (usedAt.get(b) ?? 0) - (usedAt.get(a) ?? 0));
      const oldest = Date.now() - MAX_IDLE_MS;
      for (const [place, socket] of newestFirst.entries())
        if (place >= MOST_IDLE || (usedAt.get(socket) ?? 0) < oldest) socket.destroy();
      return encrypted ? tls : plain;
    },
    wasUsed: (connection) => void usedAt.set(connection, Date.now()),
  };
}

/** Node tells plain connections apart by address and port only; the agent for TLS adds the name by itself. */
class NamedPlainAgent extends PlainAgent {
  override getName(options: ClientRequestArgs & { servername?: string } = {}): string {
    return `${options.servername} ${super.getName(options)}`;
  }
}
