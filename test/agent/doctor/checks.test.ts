import { chmod, mkdir, readdir, rm, watch, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { checkFolder, checkUser } from '../../../agent/doctor/folder-check.gateway.ts';
import { checkReload } from '../../../agent/doctor/reload-check.gateway.ts';
import { temporaryFolder } from '../temporary-folder.ts';

afterEach(() => void vi.restoreAllMocks());

it('the doctor finds the folder of another user, and says how to ask as that one', async () => {
  const dir = await temporaryFolder();
  expect(await checkUser(dir)).toMatchObject({ status: 'ok' });
  vi.spyOn(process, 'geteuid').mockReturnValue(54_321);
  expect(await checkUser(dir)).toMatchObject({ status: 'failed', remedy: expect.stringContaining('runuser') });
  expect(await checkUser(join(dir, 'nothing'))).toMatchObject({ status: 'failed' });
});

it('the doctor finds a file that is open to every user, or of another one', async () => {
  const dir = await temporaryFolder();
  await mkdir(join(dir, 'combined'), { mode: 0o750 });
  const file = join(dir, 'combined', 'shop.customer.com.pem');
  await writeFile(file, '', { mode: 0o640 });
  await chmod(file, 0o640);
  expect(await checkFolder(dir)).toMatchObject({ status: 'ok' });
  await chmod(file, 0o644);
  expect(await checkFolder(dir)).toMatchObject({ status: 'failed', what: `${file} is open to every user` });
  vi.spyOn(process, 'geteuid').mockReturnValue(54_321);
  expect(await checkFolder(dir)).toMatchObject({ status: 'failed', what: expect.stringContaining('belongs to user') });
});

it('the doctor finds a folder that takes no files, and leaves none in one that does', async () => {
  const dir = await temporaryFolder();
  expect(await checkFolder(dir)).toMatchObject({ status: 'ok' });
  expect(await readdir(dir)).toEqual([]);
  await mkdir(join(dir, '.doctor.new'), { mode: 0o700 });
  expect(await checkFolder(dir)).toMatchObject({ status: 'failed', what: expect.stringContaining('EISDIR') });
});

it('the doctor finds a reload command that is not there, or fails, and says what it said', async () => {
  expect(await checkReload('true')).toMatchObject({ status: 'ok' });
  expect(await checkReload('/no/such/command')).toMatchObject({
    status: 'failed',
    what: expect.stringContaining('there is no such'),
  });
  expect(await checkReload('echo not allowed >&2; exit 4')).toMatchObject({
    status: 'failed',
    what: expect.stringMatching(/: not allowed$/),
  });
});

it('the doctor finds whether somebody takes up the reload that the agent may only ask for', async () => {
  const dir = await temporaryFolder();
  const file = join(dir, 'reload-requested');
  expect(await checkReload(`touch ${file}`, 200)).toMatchObject({
    status: 'failed',
    remedy: expect.stringContaining('cps-agent-reload.path'),
  });
  await rm(file);
  const taken = (async () => {
    for await (const { filename } of watch(dir)) if (filename === 'reload-requested') return rm(file);
  })();
  expect(await checkReload(`touch ${file}`)).toMatchObject({ status: 'ok' });
  await taken;
});
