import { get } from 'node:http';
import { LOOPBACK } from '../shared/loopback.ts';

/** From the connection to the last byte. */
const TIMEOUT_MS = 5_000;
/** The answer of an agent is a line; a page of the web server tells by its beginning that it is another. */
const LIMIT_BYTES = 4_096;

/** A GET to a port of this machine with a Host of one's choice, which fetch() would replace. Throws where nothing answers. */
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
