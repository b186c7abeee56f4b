import { type AgentOptions, type ClientRequestArgs, Agent as PlainAgent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { Socket } from 'node:net';
import { createSecureContext } from 'node:tls';

/**
 * A connection that is idle for longer is closed. Between two invocations a Lambda is frozen, does not see the other side close,
 * and would lose its next request. 4 s is below the 5 s after which the quickest common servers close.
 */
const MAX_IDLE_MS = 4_000;
/** As many as one webhook has concurrent attempts. */
const MAX_IDLE_AT_ONE_ADDRESS = 5;
const MAX_IDLE = 100;

export interface KeepAliveOptions {
  /** Replaces the public roots. */
  trustedRootPem?: string | undefined;
  mostIdleAtOneAddress?: number;
}

export interface KeepAlive {
  /** For one request now: closes connections that were idle for too long, or exceed the limit. */
  agentFor(encrypted: boolean): PlainAgent;
  /** Call it with the connection when an exchange is complete: the connection is idle from then on. */
  wasUsed(connection: Socket): void;
}

/** Connections that requests with the same name, address, port and TLS share. The agents verify certificates against the name. */
export function keepAlive({
  trustedRootPem,
  mostIdleAtOneAddress: maxFreeSockets = MAX_IDLE_AT_ONE_ADDRESS,
}: KeepAliveOptions): KeepAlive {
  // `timeout` only closes idle connections (while the process runs), sooner if the server announces a shorter time.
  const options: AgentOptions = { keepAlive: true, timeout: MAX_IDLE_MS, maxFreeSockets };
  const plain = new NamedPlainAgent(options);
  const secureContext = trustedRootPem === undefined ? {} : { secureContext: createSecureContext({ ca: trustedRootPem }) };
  const tls = new TlsAgent({ ...options, rejectUnauthorized: true, ...secureContext });
  const usedAt = new WeakMap<Socket, number>(); // the wall clock: the monotonic one may stop while a Lambda is frozen

  return {
    agentFor(encrypted) {
      const idle = [plain, tls].flatMap(({ freeSockets }) => Object.values(freeSockets).flatMap((sockets) => sockets ?? []));
      const newestFirst = idle.toSorted((a, b) => (usedAt.get(b) ?? 0) - (usedAt.get(a) ?? 0));
      const oldest = Date.now() - MAX_IDLE_MS;
      for (const [place, socket] of newestFirst.entries())
        if (place >= MAX_IDLE || (usedAt.get(socket) ?? 0) < oldest) socket.destroy();
      return encrypted ? tls : plain;
    },
    wasUsed: (connection) => void usedAt.set(connection, Date.now()),
  };
}

/** Node distinguishes plain connections only by address and port; the TLS agent adds the name itself. */
class NamedPlainAgent extends PlainAgent {
  override getName(options: ClientRequestArgs & { servername?: string } = {}): string {
    return `${options.servername} ${super.getName(options)}`;
  }
}
