import { type IncomingMessage, request } from 'node:http';
import { type Failed, failed } from './failure.ts';

export interface HttpAnswer {
  kind: 'answer';
  status: number;
  /** By lower-case name; repeated ones joined with a comma. */
  headers: Record<string, string>;
  /** As UTF-8. */
  body: string;
  address: string;
}

export interface HttpGet {
  hostname: string;
  port: number;
  path: string;
  /** Includes the look-up, the connection and every byte of the answer. */
  timeoutMs: number;
  /** Of the body; the headers have a budget of their own. */
  maxBytes: number;
}

/** Node's default, written down: honest servers send a few kilobytes. */
const HEADER_BYTES = 16 * 1024;

/** Plain HTTP to an address that has been allowed. A redirect is an answer like any other. */
export function httpGetFrom(
  address: string,
  { hostname, port, path, maxBytes }: HttpGet,
  signal: AbortSignal,
): Promise<HttpAnswer | Failed> {
  return new Promise((resolve) => {
    const outgoing = request(
      {
        host: address,
        port,
        path,
        // The bare hostname even at another port: a port other than 80 is a developer's stand-in for 80.
        headers: { host: hostname, accept: '*/*', connection: 'close' },
        agent: false,
        maxHeaderSize: HEADER_BYTES,
        signal,
      },
      (answer) => readAnswer(answer, address, maxBytes, resolve),
    );
    const end = (result: Failed) => {
      outgoing.destroy();
      resolve(result);
    };
    outgoing.on('error', (error) => end(httpFailure(error)));
    outgoing.on('upgrade', () => end(failed('protocol', 'the server switched to another protocol')));
    outgoing.end();
  });
}

function readAnswer(
  answer: IncomingMessage,
  address: string,
  maxBytes: number,
  resolve: (result: HttpAnswer | Failed) => void,
): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes) {
      chunks.push(chunk);
      return;
    }
    answer.destroy();
    resolve(failed('too-large', `the answer is larger than ${maxBytes} bytes`));
  });
  answer.on('error', (error) => resolve(httpFailure(error)));
  answer.on('end', () =>
    resolve({
      kind: 'answer',
      status: answer.statusCode ?? 0,
      headers: Object.fromEntries(
        Object.entries(answer.headersDistinct).map(([name, values]) => [name, (values ?? []).join(', ')]),
      ),
      body: Buffer.concat(chunks).toString('utf8'),
      address,
    }),
  );
}

function httpFailure(error: NodeJS.ErrnoException): Failed {
  if (error.name === 'AbortError') return failed('timeout', 'the answer took too long');
  if (error.code === 'HPE_HEADER_OVERFLOW') return failed('too-large', 'the headers are too large');
  if (error.code?.startsWith('HPE_')) return failed('protocol', `the answer is not HTTP: ${error.message}`);
  return failed('connection', error.message);
}
