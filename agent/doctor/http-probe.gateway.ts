import { get } from 'node:http';
import { LOOPBACK } from '../shared/loopback.ts';

/** From the connection to the last byte. */
const TIMEOUT_MS = 5_000;
/** An agent's answer is one line. The beginning of a web server's page is enough to tell the difference. */
const LIMIT_BYTES = 4_096;

/** Sends a GET with a chosen Host, which fetch() would replace, to a port of this machine. Throws when nothing answers. */
export function getFromHere(
  port: number,
  path: string,
  host: string,
  address = LOOPBACK,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const request = get({ host: address, port, path, headers: { host }, signal, agent: false }, (response) => {
      let body = '';
      const end = () => {
        resolve({ status: response.statusCode ?? 0, body: body.slice(0, LIMIT_BYTES) });
        request.destroy();
      };
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
        if (body.length >= LIMIT_BYTES) end();
      });
      response.on('end', end).on('error', reject);
    });
    request.on('error', (error) =>
      reject(signal.aborted ? new Error(`no answer within ${TIMEOUT_MS / 1000} s`, { cause: error }) : error),
    );
  });
}
