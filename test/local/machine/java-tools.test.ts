import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { download } from '../../../local/machine/java-tools.ts';

const CONTENT = 'a jar';
const pinned = { path: 'com/example/a/1/a-1.jar', sha256: createHash('sha256').update(CONTENT).digest('hex') };
const asked: string[] = [];
let statuses: number[] = [];
const repository = createServer(({ url = '' }, response) => {
  asked.push(url);
  response.writeHead(statuses.shift() ?? 200).end(CONTENT);
});
const base = () => `http://127.0.0.1:${(repository.address() as AddressInfo).port}/maven2`;

beforeAll(() => once(repository.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => void repository.close());
beforeEach(() => {
  asked.length = 0;
  statuses = [];
});

it('a file of a Maven repository is taken, when the repository fails at first, too', async () => {
  statuses = [503];
  expect(Buffer.from(await download(base(), pinned, undefined)).toString()).toBe(CONTENT);
  expect(asked).toEqual(['/maven2/com/example/a/1/a-1.jar', '/maven2/com/example/a/1/a-1.jar']);
});

it('a file of a Maven repository with another hash than the pinned one is not taken', async () => {
  const other = { ...pinned, sha256: '0'.repeat(64) };
  await expect(download(base(), other, undefined)).rejects.toThrow(/has the SHA-256 [0-9a-f]{64}, and 0{64} is pinned/);
});

it('a file that a Maven repository does not have is named', async () => {
  statuses = [404, 404, 404];
  await expect(download(base(), pinned, undefined)).rejects.toThrow('/maven2/com/example/a/1/a-1.jar answers 404');
});
