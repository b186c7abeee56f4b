import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP relay to a local port that can be cut, as if the service behind it were gone. */
export async function startRelay(port: number): Promise<{ url: string; cut: () => void }> {
  const open = new Set<Socket>();
  const server = createServer((inner) => {
    const outer = connect(port, '127.0.0.1');
    for (const socket of [inner, outer]) {
      open.add(socket);
      socket.on('error', () => undefined).on('close', () => open.delete(socket));
    }
    inner.pipe(outer).pipe(inner);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
