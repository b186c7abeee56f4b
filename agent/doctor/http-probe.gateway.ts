import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { LOOPBACK } from '../shared/loopback.ts';

const TIMEOUT_MS = 5_000;

/** A GET to a port of this machine with a Host of one's choice, which fetch() would replace. Throws where nothing answers. */
export function getFromHere(
  port: number,
  path: string,
  host: string,
  address = LOOPBACK,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = get({ host: address, port, path, headers: { host }, timeout: TIMEOUT_MS, agent: false }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)));
    request.on('error', reject);
  });
}
