import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';

export interface LoopbackReceiver extends AsyncDisposable {
  port: number;
  connections: () => number;
  /** `host url` of each request. */
  requests: string[];
  hangUp: () => void;
}

/** Starts a test HTTP server, with TLS if there is a certificate. It answers 200 by default. */
export async function receiverOnLoopback(
  options: { tls?: TlsOptions; address?: string; port?: number; answer?: RequestListener } = {},
): Promise<LoopbackReceiver> {
  const requests: string[] = [];
  const listener: RequestListener = (request, response) => {
    requests.push(`${request.headers.host} ${request.url}`);
    request.resume();
    request.on('end', () => (options.answer ? options.answer(request, response) : response.end('thanks')));
  };
  const server: Server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener);
  const open = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    open.add(socket);
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, options.address ?? '127.0.0.1', resolve));
  const bound = server.address();
  const hangUp = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: typeof bound === 'object' && bound ? bound.port : 0,
    connections: () => connections,
    requests,
    hangUp,
    [Symbol.asyncDispose]: async () => {
      hangUp();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
