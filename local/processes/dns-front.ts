import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { localServer } from '../machine/foreign-requests.ts';
import { type DnsJournal, remember } from './dns-journal.ts';
import type { DnsManagement } from './dns-management.ts';

/**
 * Stands before the management API of pebble-challtestsrv, which forgets its records when it ends: passes every request
 * on but a website's, notes what was accepted, and says it all again to a new process.
 */
export function dnsFront(recordsFile: string, listenPort: number, management: DnsManagement) {
  let journal: DnsJournal = existsSync(recordsFile) ? JSON.parse(readFileSync(recordsFile, 'utf8')) : {};
  let saved = Promise.resolve();

  async function save(): Promise<void> {
    await writeFile(`${recordsFile}.new`, JSON.stringify(journal, null, 2));
    await rename(`${recordsFile}.new`, recordsFile);
  }

  async function passOn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    const method = request.method ?? 'GET';
    const body = await text(request);
    const answer = await management(method, path, body);
    if (answer.status === 200 && method === 'POST') {
      journal = remember(journal, { path, body });
      // One after the other: two renames of one file would meet.
      saved = saved.then(save);
      await saved;
    }
    response.writeHead(answer.status, { 'content-type': answer.type });
    response.end(answer.body);
  }

  const server = localServer((request, response) => {
    passOn(request, response).catch((error) => response.writeHead(502).end(String(error)));
  });

  return {
    async listen(): Promise<void> {
      if (server.listening) return;
      await once(server.listen(listenPort, '127.0.0.1'), 'listening');
    },
    async repeat(): Promise<void> {
      for (const { path, body } of Object.values(journal).flat()) await management('POST', path, body);
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await saved;
    },
  };
}
export type DnsFront = ReturnType<typeof dnsFront>;
