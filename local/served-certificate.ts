import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import type { TLSSocket } from 'node:tls';

export interface ServedPage {
  /** Lower-case hex SHA-256 of the served certificate. */
  fingerprintSha256: string;
  status: number;
  body: string;
}

const TIMEOUT_MS = 5_000;

/** Fetches `https://hostname/` from the local web server like a customer's browser: an unverifiable chain is an error. */
export async function fetchServed(hostname: string, edgeHttpsPort: number, caRootFile: string): Promise<ServedPage> {
  return retryAfterReset(() => fetchByOneConnection(hostname, edgeHttpsPort, caRootFile));
}

/** Retries once when the connection closes before the answer, as Caddy does at a reload (RFC 9110, section 9.2.2). */
export async function retryAfterReset<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return ask().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') return ask();
    throw error;
  });
}

function fetchByOneConnection(hostname: string, edgeHttpsPort: number, caRootFile: string): Promise<ServedPage> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        host: '127.0.0.1',
        port: edgeHttpsPort,
        servername: hostname,
        headers: { host: `${hostname}:${edgeHttpsPort}` },
        ca: readFileSync(caRootFile),
        agent: false,
        timeout: TIMEOUT_MS,
      },
      (response) => {
        const { raw } = (response.socket as TLSSocket).getPeerCertificate();
        const fingerprintSha256 = createHash('sha256').update(raw).digest('hex');
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          body += chunk;
        });
        response.on('end', () => resolve({ fingerprintSha256, status: response.statusCode ?? 0, body }));
      },
    );
    asked.on('timeout', () => asked.destroy(new Error(`no answer from ${hostname} within ${TIMEOUT_MS} ms`)));
    asked.on('error', reject);
    asked.end();
  });
}
