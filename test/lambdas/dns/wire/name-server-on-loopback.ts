import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { createServer, type Server } from 'node:net';
import { type Answer, decode, encode, type Packet, TRUNCATED_RESPONSE } from 'dns-packet';

/** The answer of a test name server to one query. `undefined`: no answer. */
export type Behaviour = (query: Packet, transport: 'udp' | 'tcp') => Buffer | undefined;

export interface LoopbackNameServer extends AsyncDisposable {
  label: string;
  queries: ('udp' | 'tcp')[];
}

export function answering(answers: Answer[], rcode = 0): Behaviour {
  return (query) => response(query, { answers, flags: rcode });
}

/** Truncates UDP answers to the header; the full answer comes over TCP. */
export function truncating(overTcp: Behaviour): Behaviour {
  return (query, transport) => (transport === 'tcp' ? overTcp(query, transport) : response(query, { flags: TRUNCATED_RESPONSE }));
}

export function response(query: Packet, more: Packet): Buffer {
  return encode({ type: 'response', id: query.id ?? 0, questions: query.questions ?? [], ...more });
}

/** Starts a test name server over UDP and TCP, on the same free port of 127.0.0.1. */
export async function nameServerOnLoopback(
  behaviour: Behaviour,
  intrude?: (query: Packet, from: RemoteInfo) => void,
): Promise<LoopbackNameServer> {
  const queries: ('udp' | 'tcp')[] = [];
  const tcp = createServer((connection) => {
    connection.on('error', () => connection.destroy());
    connection.once('data', (bytes) => {
      queries.push('tcp');
      const answer = behaviour(decode(bytes.subarray(2)), 'tcp');
      if (answer) connection.end(Buffer.concat([Buffer.from([answer.length >> 8, answer.length & 255]), answer]));
    });
  });
  const port = await listening(tcp);
  const udp = createSocket('udp4');
  await new Promise<void>((resolve) => udp.bind(port, '127.0.0.1', resolve));
  udp.on('message', (bytes, from) => {
    queries.push('udp');
    const query = decode(bytes);
    intrude?.(query, from);
    const answer = behaviour(query, 'udp');
    if (answer) udp.send(answer, from.port, from.address);
  });
  return { label: `127.0.0.1:${port}`, queries, [Symbol.asyncDispose]: () => closed(tcp, udp) };
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

async function closed(tcp: Server, udp: Socket): Promise<void> {
  await Promise.all([new Promise((resolve) => tcp.close(resolve)), new Promise<void>((resolve) => udp.close(resolve))]);
}
