import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { decode, encode } from 'dns-packet';

const PATIENCE_MS = 5_000;
const TRY_MS = 500;
const PAUSE_MS = 20;

/** Resolves when the program at this port serves this generation. Throws what prevents it. */
export async function untilServed(port: number, generation: number): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const served = await generationAt(port);
    if (Number(served) >= generation) return;
    if (Date.now() > end)
      throw new Error(served === undefined ? 'the DNS server does not answer' : `the DNS server says: ${served}`);
    await sleep(PAUSE_MS);
  }
}

/** The program's answer (program/source.go): a number, or why it cannot read its files. */
async function generationAt(port: number): Promise<string | undefined> {
  const socket = createSocket('udp4');
  const signal = AbortSignal.timeout(TRY_MS);
  try {
    socket.connect(port, '127.0.0.1');
    await once(socket, 'connect', { signal });
    socket.send(encode({ type: 'query', id: 1, questions: [{ type: 'TXT', class: 'CH', name: 'generation' }] }));
    const [message] = (await once(socket, 'message', { signal })) as [Buffer];
    const [answer] = decode(message).answers ?? [];
    return answer?.type === 'TXT' ? String(answer.data) : undefined;
  } catch {
    return undefined;
  } finally {
    socket.close();
  }
}
