import { createServer, type Server, type Socket } from 'node:net';

export interface Stranger extends AsyncDisposable {
  port: number;
  received: () => string;
  connections: () => number;
}

/** A server on 127.0.0.1. `behave` handles each connection. */
export async function stranger(behave: (connection: Socket) => void): Promise<Stranger> {
  const server = createServer();
  return listen(server, behave);
}

/** Answers the first received bytes with these pieces, then closes. */
export function saying(...pieces: (string | Buffer)[]): (connection: Socket) => void {
  return (connection) =>
    connection.once('data', () => {
      for (const piece of pieces) connection.write(piece);
      connection.end();
    });
}

async function listen(server: Server, behave: (connection: Socket) => void): Promise<Stranger> {
  const open = new Set<Socket>();
  const chunks: Buffer[] = [];
  let connections = 0;
  server.on('connection', (connection) => {
    connections += 1;
    open.add(connection);
    connection.on('data', (chunk) => chunks.push(chunk));
    connection.on('error', () => connection.destroy());
    behave(connection);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    received: () => Buffer.concat(chunks).toString('latin1'),
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const connection of open) connection.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
