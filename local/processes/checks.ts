import { get } from 'node:https';

const PATIENCE_MS = 2000;

/** Resolves if the URL answers with 200 or one of these statuses. */
export async function requireAnswer(url: string, alsoFine: number[] = []): Promise<void> {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS), redirect: 'manual' });
  await response.body?.cancel();
  if (response.status !== 200 && !alsoFine.includes(response.status)) throw new Error(`${url} answers ${response.status}`);
}

/** Body of an HTTPS answer whose chain ends at `root` (PEM). Throws for any status but 200. */
export function fetchTrusting(root: string, url: string): Promise<string> {
  // An ACME server refuses requests without it (RFC 8555, section 6.1).
  const headers = { 'user-agent': 'local-cloud' };
  return new Promise((resolve, reject) => {
    const request = get(url, { ca: root, timeout: PATIENCE_MS, agent: false, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve(Buffer.concat(chunks).toString());
        else reject(new Error(`${url} answers ${response.statusCode}`));
      });
    });
    request.on('timeout', () => request.destroy(new Error(`${url} does not answer`)));
    request.on('error', reject);
  });
}
