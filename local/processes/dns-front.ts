import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type DnsJournal, remember } from './dns-journal.ts';

/**
 * Stands before the management API of pebble-challtestsrv, which forgets its records when it ends: passes every request
 * on, notes what was accepted, and says it all again to a new process.
 */
export function dnsFront(recordsFile: string, listenPort: number, managementUrl: string) {
  let journal: DnsJournal = existsSync(recordsFile) ? JSON.parse(readFileSync(recordsFile, 'utf8')) : {};
  let saved = Promise.resolve();

  async function save(): Promise<void> {
    await writeFile(`${recordsFile}.new`, JSON.stringify(journal, null, 2));
    await rename(`${recordsFile}.new`, recordsFile);
  }

  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const body = await readBody(request);
    const method = request.method ?? 'GET';
    const answer = await fetch(`${managementUrl}${path}`, { method, ...(method === 'POST' ? { body } : {}) });
    if (answer.ok && method === 'POST') {
      journal = remember(journal, { path, body });
      // One after the other: two renames of one file would meet.
      saved = saved.then(save);
      await saved;
    }
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(await answer.text());
  }

  const server = createServer((request, response) => {
    passOn(request, response).catch((error) => response.writeHead(502).end(String(error)));
  });

  return {
    async listen(): Promise<void> {
      if (server.listening) return;
      await once(server.listen(listenPort, '127.0.0.1'), 'listening');
    },
    async repeat(): Promise<void> {
      for (const { path, body } of Object.values(journal).flat())
        await fetch(`${managementUrl}${path}`, { method: 'POST', body });
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await saved;
    },
  };
}
export type DnsFront = ReturnType<typeof dnsFront>;

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
