import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { certificateFolder } from '../../../agent/certificates/certificate-folder.gateway.ts';
import { readIdentity } from '../../../agent/machine/identity.gateway.ts';
import { readLastRun } from '../../../agent/machine/last-run.gateway.ts';
import { FILE_LIMITS, readBounded } from '../../../agent/shared/bounded-file.gateway.ts';
import { temporaryFolder } from '../temporary-folder.ts';

describe('a file of the agent', () => {
  it('is read up to its size, and not beyond', async () => {
    const path = join(await temporaryFolder(), 'file');
    await writeFile(path, 'x'.repeat(10));
    expect(await readBounded(path, 10)).toBe('x'.repeat(10));
    await expect(readBounded(path, 9)).rejects.toThrow('more than 9 bytes');
  });

  it('that is a folder or a device is none', async () => {
    await expect(readBounded(await temporaryFolder(), 10)).rejects.toThrow('is no file');
    await expect(readBounded('/dev/zero', 10)).rejects.toThrow('is no file');
  });

  it('is not taken in where another program has put a larger one there', async () => {
    const dir = await temporaryFolder();
    const folder = certificateFolder(dir);
    await mkdir(join(dir, 'combined'), { recursive: true });
    const large = (name: string, bytes: number) => writeFile(join(dir, name), 'x'.repeat(bytes + 1));
    await large('identity.json', FILE_LIMITS.identity);
    await large('last-run.json', FILE_LIMITS.lastRun);
    await large('cursor', FILE_LIMITS.cursor);
    await large('combined/shop.customer.com.pem', FILE_LIMITS.certificate);
    await expect(readIdentity(dir)).rejects.toThrow('more than');
    expect(await readLastRun(dir)).toBeUndefined();
    expect(await folder.readCursor('mch_1')).toBeUndefined();
    expect((await folder.load()).damaged).toEqual(['shop.customer.com']);
  });
});
