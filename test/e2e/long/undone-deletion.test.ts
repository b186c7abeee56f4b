import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, it, onTestFinished } from 'vitest';
import { type Key, keys } from '../../../lambdas/shared/table/keys.ts';
import type { Item } from '../../../lambdas/shared/table/table.store.ts';
import { REGION } from '../../../local/machine/environment.ts';
import { EXPORT_ID, exportObjects, layObjects } from '../../bin/admin/recovery/an-export.ts';
import { age } from '../age.ts';
import { api, connection, createWithCname, isActive, until } from '../cloud.ts';
import { admin, table, tableName } from '../operator.ts';
import { served } from '../served.ts';

interface Undone {
  put_back?: number;
  would_put_back?: number;
  left: Record<string, number>;
}

const tableArn = `arn:aws:dynamodb:${REGION}:000000000000:table/${tableName}`;
const readAll = (rows: readonly Key[]) => Promise.all(rows.map((row) => table.get(row)));

/** The emulator writes no export files: these follow the AWS documentation. */
async function exportOf(rows: readonly Key[], before: readonly (Item | undefined)[], after: readonly (Item | undefined)[]) {
  const folder = await mkdtemp(join(tmpdir(), 'cps-undone-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const image = (name: string, item: Item | undefined) => item && { [name]: marshall(item, { removeUndefinedValues: true }) };
  const lines = rows.map((row, at) => ({
    Keys: marshall(row),
    ...image('OldImage', before[at]),
    ...image('NewImage', after[at]),
  }));
  layObjects(folder, exportObjects(tableArn, [lines]));
  return join(folder, 'AWSDynamoDB', EXPORT_ID);
}

it('a domain that was deleted by mistake is served again after an administrator’s undo, with the same certificate', async () => {
  const { id, url } = await createWithCname('undone');
  const { certificate, server_id } = await until(id, isActive);
  const rows = [keys.domain(id), keys.claim(url), keys.certificate(connection.organization_id, server_id, url)];
  const before = await readAll(rows);
  expect(before.every(Boolean)).toBe(true);
  expect((await api('DELETE', `/domains/${id}`)).status).toBe(200);
  await expect.poll(() => table.get(keys.domain(id))).toBeUndefined();
  await expect.poll(() => served(url).catch(() => 'not served')).toBe('not served');

  const place = await exportOf(rows, before, await readAll(rows));
  const undo = (...more: string[]) => admin<Undone>('undo', '--export', place, '--only', String(id), ...more);
  expect(await undo()).toMatchObject({ would_put_back: rows.length, left: {} });
  expect(await table.get(keys.domain(id))).toBeUndefined();
  expect(await undo('--apply')).toMatchObject({ put_back: rows.length, left: {} });
  expect((await until(id, isActive)).certificate).toEqual(certificate);
  await expect.poll(async () => (await served(url)).fingerprintSha256).toBe(certificate?.fingerprint_sha256);
  expect((await undo('--apply')).put_back).toBe(0);
  // An undo writes no timeline event: this write records the restored phase for the check of timelines.
  await age(id, () => ({}));
});
