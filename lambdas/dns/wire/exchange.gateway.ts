import { createSocket } from 'node:dgram';
import { connect, isIP } from 'node:net';
import { type DnsQuestion, type DnsReply, decodeReply, encodeQuery } from './message.ts';

export interface NameServer {
  address: string;
  family: 4 | 6;
  port: number;
  /** As configured. */
  label: string;
}

/** Parses `192.0.2.53:53` or `[2001:db8::53]:53`. Throws for anything else: this is our own configuration, read at cold start. */
export function parseNameServer(label: string): NameServer {
  const [, bracketed, plain, digits] = /^(?:\[([^\]]+)\]|([^:]+)):([0-9]{1,5})$/.exec(label) ?? [];
  const address = bracketed ?? plain ?? '';
  const family = isIP(address);
  const port = Number(digits);
  const readsAsOne = (family === 4 && plain !== undefined) || (family === 6 && bracketed !== undefined);
  if (!readsAsOne || port < 1 || port > 65535) throw new Error(`"${label}" is not a name server: write address:port`);
  return { address, family: family === 6 ? 6 : 4, port, label };
}

export type Exchange = { reply: DnsReply } | { silence: string };

/**
 * One query to one server: over UDP, and again over TCP if the answer was truncated. Never rejects, never takes longer than
 * `timeoutMs`.
 */
export async function exchange(server: NameServer, question: DnsQuestion, timeoutMs: number): Promise<Exchange> {
  const endsAt = performance.now() + timeoutMs;
  const overUdp = await askOverUdp(server, question, timeoutMs);
  if ('silence' in overUdp || !overUdp.reply.truncated) return overUdp;
  return askOverTcp(server, question, Math.max(1, endsAt - performance.now()));
}

/** The socket is connected, so the kernel drops packets from any other address. A reply to another query is ignored. */
function askOverUdp(server: NameServer, question: DnsQuestion, timeoutMs: number): Promise<Exchange> {
  return new Promise((resolve) => {
    const socket = createSocket(server.family === 6 ? 'udp6' : 'udp4');
    const end = (result: Exchange) => {
      clearTimeout(timer);
      socket.removeAllListeners('message');
      socket.close();
      resolve(result);
    };
    const timer = setTimeout(() => end(tooSlow(timeoutMs)), timeoutMs);
    socket.once('error', (error) => end({ silence: `UDP: ${error.message}` }));
    socket.on('message', (bytes) => {
      const reply = decodeReply(bytes, question);
      if (reply) end({ reply });
    });
    socket.connect(server.port, server.address, () => socket.send(encodeQuery(question)));
  });
}

/** Over TCP a message follows its length in two bytes (RFC 1035, section 4.2.2). */
function askOverTcp(server: NameServer, question: DnsQuestion, timeoutMs: number): Promise<Exchange> {
  return new Promise((resolve) => {
    const query = encodeQuery(question);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(query.length);
    const socket = connect({ host: server.address, port: server.port }, () => socket.write(Buffer.concat([length, query])));
    const end = (result: Exchange) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => end(tooSlow(timeoutMs)), timeoutMs);
    let received = Buffer.alloc(0);
    socket.on('error', (error) => end({ silence: `TCP: ${error.message}` }));
    socket.on('close', () => end({ silence: 'TCP: the connection ended before the answer did' }));
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return;
      const reply = decodeReply(received.subarray(2, 2 + received.readUInt16BE(0)), question);
      end(reply ? { reply } : { silence: 'TCP: the answer is malformed or to another question' });
    });
  });
}

function tooSlow(timeoutMs: number): Exchange {
  return { silence: `no answer within ${Math.round(timeoutMs)} ms` };
}
