/** @module-tag waits */
import pMap from 'p-map';
import { describe, expect, it } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { createWithCname, isActive, until } from '../cloud.ts';
import { memoryBytes } from '../cloud-processes.ts';
import { served } from '../served.ts';

const GIB = 1024 ** 3;
const MAX_BYTES = 4 * GIB;
/** Memory of a mostly idle cloud. */
const IDLE_BYTES = 1.5 * GIB;
const DOMAINS = 50;
/** Concurrent callers: the emulator starts a process for each request without an idle one. */
const CALLERS = { concurrency: 8 };

describe('fifty domains at once', () => {
  it('all become active, each with its own certificate, in less than 4 GiB', async () => {
    // Warm Lambdas of other tests end after some minutes. This file runs first, when there are none.
    await expect.poll(memoryBytes, { timeout: 180_000, interval: 2_000 }).toBeLessThan(IDLE_BYTES);
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, memoryBytes());
    }, 500);
    const startedAt = Date.now();
    const created = await pMap(
      Array.from({ length: DOMAINS }, (_, n) => `many${n}`),
      createWithCname,
      CALLERS,
    );
    const active = await pMap(created, ({ id }): Promise<DomainResource> => until(id, isActive, 110), CALLERS);
    clearInterval(watching);
    console.log(`${DOMAINS} domains active after ${(Date.now() - startedAt) / 1000} s, at most ${(most / GIB).toFixed(1)} GiB`);
    expect(most).toBeLessThan(MAX_BYTES);
    expect(new Set(active.map(({ certificate }) => certificate?.fingerprint_sha256)).size).toBe(DOMAINS);
    const shown = await pMap(active, async ({ url }) => (await served(url)).fingerprintSha256, CALLERS);
    expect(shown).toEqual(active.map(({ certificate }) => certificate?.fingerprint_sha256));
  });
});
