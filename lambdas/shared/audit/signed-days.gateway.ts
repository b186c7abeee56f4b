import type { S3Client } from '@aws-sdk/client-s3';
import {
  GetObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutObjectCommand,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { SignedDay } from './seal.schema.ts';

const PREFIX = 'days/';
/** Metadata of the object: its body is the exact text that was signed. */
const SIGNATURE = 'signature';

const keyOf = (day: string) => `${PREFIX}${day}.json`;
const dayIn = (key = '') => key.slice(PREFIX.length, -'.json'.length);

/** The signed days. Each is an object that nobody can change or delete before it expires (S3 Object Lock). */
export function signedDays(s3: S3Client, Bucket: string) {
  async function read(Key: string, VersionId?: string): Promise<{ text: string; signature: string }> {
    const { Body, Metadata } = await s3.send(new GetObjectCommand({ Bucket, Key, VersionId }));
    return { text: (await Body?.transformToString()) ?? '', signature: Metadata?.[SIGNATURE] ?? '' };
  }

  return {
    /** Undefined if none was ever signed. A listing holds a thousand, and days are stored for half as many. */
    async lastDay(): Promise<string | undefined> {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: PREFIX }));
      const last = Contents.at(-1);
      return last && dayIn(last.Key);
    },

    async textOf(day: string): Promise<string> {
      return (await read(keyOf(day))).text;
    },

    /** False if the day is already stored: nothing is written then. */
    async keep({ day, text, signature }: Pick<SignedDay, 'day' | 'text' | 'signature'>): Promise<boolean> {
      const object = { Key: keyOf(day), Body: text, ContentType: 'application/json', Metadata: { [SIGNATURE]: signature } };
      try {
        await s3.send(new PutObjectCommand({ Bucket, ...object, IfNoneMatch: '*' }));
        return true;
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412) return false;
        throw error;
      }
    },

    /** All stored days, each in its oldest version, even if it was deleted since. */
    async all(): Promise<SignedDay[]> {
      const { Versions = [] } = await s3.send(new ListObjectVersionsCommand({ Bucket, Prefix: PREFIX }));
      const byKey = Map.groupBy(Versions, ({ Key = '' }) => Key);
      return Promise.all(
        [...byKey].map(async ([key, versions]) => {
          const [oldest] = versions.toSorted((a, b) => Number(a.LastModified) - Number(b.LastModified));
          return { day: dayIn(key), versions: versions.length, ...(await read(key, oldest?.VersionId)) };
        }),
      );
    },
  };
}
export type SignedDays = ReturnType<typeof signedDays>;
