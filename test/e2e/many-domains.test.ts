import { describe, expect, it } from 'vitest';
import { createWithCname, isActive, until } from './cloud.ts';
import { residentBytes } from './cloud-processes.ts';
import { served } from './served.ts';

const MOST_BYTES = 4 * 1024 ** 3;

describe('fifty domains at once', () => {
  it('all become active, each with its own certificate, in less than 4 GiB', async () => {
    const created = await Promise.all(Array.from({ length: 50 }, (_, n) => createWithCname(`many${n}`)));
    let most = 0;
    const watching = setInterval(() => {
      most = Math.max(most, residentBytes());
    }, 500);
    const active = await Promise.all(created.map(({ id }) => until(id, isActive, 110)));
    clearInterval(watching);
    expect(most).toBeLessThan(MOST_BYTES);
    const fingerprints = new Set(active.map(({ certificate }) => certificate?.fingerprint_sha256));
    expect(fingerprints.size).toBe(50);
    for (const { url, certificate } of active)
      expect((await served(url)).fingerprintSha256).toBe(certificate?.fingerprint_sha256);
  });
});
