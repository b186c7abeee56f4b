import { Readable } from 'node:stream';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, it } from 'vitest';
import { signedDays } from '../../../../lambdas/shared/audit/signed-days.gateway.ts';

const s3 = mockClient(S3Client);
const days = signedDays(new S3Client({ region: 'eu-central-1' }), 'bucket');
const refused = (httpStatusCode: number) =>
  new S3ServiceException({ name: 'refused', $fault: 'client', $metadata: { httpStatusCode } });
const body = (text: string) => Object.assign(Readable.from([text]), { transformToString: async () => text }) as never;

beforeEach(() => s3.reset());

it('a day is put where none is, with its signature beside it', async () => {
  s3.on(PutObjectCommand).resolves({});
  expect(await days.keep({ day: '2026-06-01', text: '{}', signature: 'c2ln' })).toBe(true);
  expect(s3.commandCalls(PutObjectCommand)[0]?.args[0].input).toMatchObject({
    Bucket: 'bucket',
    Key: 'days/2026-06-01.json',
    Body: '{}',
    IfNoneMatch: '*',
    Metadata: { signature: 'c2ln' },
  });
});

it('a day that is there already stays as it is', async () => {
  s3.on(PutObjectCommand).rejects(refused(412));
  expect(await days.keep({ day: '2026-06-01', text: '{}', signature: '' })).toBe(false);
});

it('any other refusal is an error: the next run signs the day', async () => {
  s3.on(PutObjectCommand).rejects(refused(503));
  await expect(days.keep({ day: '2026-06-01', text: '{}', signature: '' })).rejects.toThrow();
});

it('the last day is the last of the list', async () => {
  s3.on(ListObjectsV2Command).resolves({ Contents: [{ Key: 'days/2026-05-31.json' }, { Key: 'days/2026-06-01.json' }] });
  expect(await days.lastDay()).toBe('2026-06-01');
  s3.on(ListObjectsV2Command).resolves({});
  expect(await days.lastDay()).toBeUndefined();
});

it('a day that was written over, or deleted, is read as it was first, and tells how many versions it has', async () => {
  const Key = 'days/2026-06-01.json';
  const versions = [
    { Key, VersionId: 'second', LastModified: new Date(2) },
    { Key, VersionId: 'first', LastModified: new Date(1) },
  ];
  s3.on(ListObjectVersionsCommand).resolves({ Versions: versions, DeleteMarkers: [{ Key, VersionId: 'third' }] });
  s3.on(GetObjectCommand, { VersionId: 'first' }).resolves({ Body: body('{"day":1}'), Metadata: { signature: 'c2ln' } });
  expect(await days.all()).toEqual([{ day: '2026-06-01', text: '{"day":1}', signature: 'c2ln', versions: 2 }]);
});
