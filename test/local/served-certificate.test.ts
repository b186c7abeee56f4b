import { mkdtempSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fetchServed } from '../../local/served-certificate.ts';
import { receiverOnLoopback } from '../lambdas/shared/net/receiver-on-loopback.ts';
import { selfSigned } from '../lambdas/shared/net/self-signed.ts';

const tls = selfSigned('shop.customer.test', new Date('2026-01-01'), new Date('2049-01-01'));
const caRootFile = join(mkdtempSync(join(tmpdir(), 'served-')), 'root.pem');
writeFileSync(caRootFile, tls.cert);

/** Closes this number of connections before it answers. */
function receiverClosing(times: number) {
  let asked = 0;
  return receiverOnLoopback({
    tls,
    answer: (_, response: ServerResponse) => {
      asked += 1;
      if (asked <= times) response.socket?.destroy();
      else response.end('thanks');
    },
  });
}

it('a page is fetched once more where its connection was closed before the answer', async () => {
  await using receiver = await receiverClosing(1);
  const { body } = await fetchServed('shop.customer.test', receiver.port, caRootFile);
  expect([body, receiver.connections()]).toEqual(['thanks', 2]);
});

it('a server that closes each connection is not fetched from a third time', async () => {
  await using receiver = await receiverClosing(9);
  await expect(fetchServed('shop.customer.test', receiver.port, caRootFile)).rejects.toThrow('socket hang up');
  expect(receiver.connections()).toBe(2);
});
