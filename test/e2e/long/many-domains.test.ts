/** @module-tag waits */
import { describe, expect, it } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { createWithCname, isActive, until } from '../cloud.ts';
import { memoryBytes } from '../cloud-processes.ts';
import { served } from '../served.ts';

const GIB = 1024 ** 3;
const MOST_BYTES = 4 * GIB;
/** Of a cloud that has little to do. */
const IDLE_BYTES = 1.5 * GIB;
const DOMAINS = 50;
/** Callers at once: the emulator begins a process for each request that meets no idle one. */
const CALLERS = 8;

/** Does the work for every item, so many at a time, and keeps the order. */
async function inParallel<Item, Result>(items: Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: CALLERS }, worker));
  return results;
}

describe('fifty domains at once', () => {
  it('all become active, each with its own certificate, in less than 4 GiB', async () => {
    // Lambdas that other tests have left warm end after some minutes: this file begins first, so that there are none.
    await expect.poll(memoryBytes, { timeout: 180_000, interval: 2_000 }).toBeLessThan(IDLE_BYTES);
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, memoryBytes());
    }, 500);
    const startedAt = Date.now();
    const created = await inParallel(
      Array.from({ length: DOMAINS }, (_, n) => `many${n}`),
      createWithCname,
    );
    const active = await inParallel(created, ({ id }): Promise<DomainResource> => until(id, isActive, 110));
    clearInterval(watching);
    console.log(`${DOMAINS} domains active after ${(Date.now() - startedAt) / 1000} s, at most ${(most / GIB).toFixed(1)} GiB`);
    expect(most).toBeLessThan(MOST_BYTES);
    expect(new Set(active.map(({ certificate }) => certificate?.fingerprint_sha256)).size).toBe(DOMAINS);
    const shown = await inParallel(active, async ({ url }) => (await served(url)).fingerprintSha256);
    expect(shown).toEqual(active.map(({ certificate }) => certificate?.fingerprint_sha256));
  });
});
