import { TransactionCanceledException, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { PERMISSIONS, type Permission } from '../../lambdas/shared/contract/codes.ts';
import { HttpErrorBody } from '../../lambdas/shared/contract/http-error.schema.ts';
import { type ApiCall, type apiCaller, dynamo, keyItem, requests } from './domains/api-caller.ts';

type Item = Record<string, unknown>;
type Answer = Awaited<ReturnType<ReturnType<typeof apiCaller>>>;

interface Operation {
  /** Absent: any key will do. */
  permission?: Permission;
  /** Fills the table with what the operation needs, and with these. */
  hold: (...more: Item[]) => Map<string, Item>;
  ask: (more?: Partial<ApiCall>) => Promise<Answer>;
}

const writes = () => requests().filter((name) => name === 'TransactWriteItems' || name === 'PutItem');

/** What every operation refuses in the same way, and without having written anything. */
export function describeRefusals({ permission, hold, ask }: Operation): void {
  describe('401', () => {
    it('a key that is none costs no request to the table', async () => {
      hold();
      const { status, json } = await ask({ headers: { 'x-api-key': 'sk_live_nonsense' } });
      expect(status).toBe(401);
      expect(HttpErrorBody.parse(json).error.code).toBe('invalid_api_key');
      expect(requests()).toEqual([]);
    });
  });

  if (permission) {
    describe('403', () => {
      it(`a key with every permission but ${permission} changes nothing`, async () => {
        hold(keyItem({ permissions: PERMISSIONS.filter((other) => other !== permission) }));
        const { status, json } = await ask();
        expect(status).toBe(403);
        expect(HttpErrorBody.parse(json).error).toMatchObject({ details: { required_permission: permission } });
        expect(writes()).toEqual([]);
      });
    });
  }

  describe('422: the query', () => {
    it('an unknown parameter is refused by name', async () => {
      hold();
      const { status, json } = await ask({ query: 'expand=all' });
      expect(status).toBe(422);
      expect(HttpErrorBody.parse(json).error).toMatchObject({ details: { errors: { expand: ['is not a known parameter'] } } });
      expect(writes()).toEqual([]);
    });
  });

  describe('429', () => {
    it('a key that has used up its minute changes nothing', async () => {
      hold(keyItem({ requestsInMinute: 100 }));
      const { status, json, headers } = await ask();
      expect(status).toBe(429);
      expect(HttpErrorBody.parse(json).error.code).toBe('rate_limit_exceeded');
      expect(headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
      expect(writes()).toEqual([]);
    });
  });
}

/** For operations that write: what becomes of them when others always write first. */
export function describeLostRaces({ hold, ask }: Operation, tries = 3): void {
  describe('503', () => {
    it(`a race that is lost ${tries} times is told to come again`, async () => {
      hold();
      dynamo.on(TransactWriteItemsCommand).rejects(conflict());
      const { status, json, headers } = await ask();
      expect(status).toBe(503);
      expect(HttpErrorBody.parse(json).error.code).toBe('service_unavailable');
      expect(headers['retry-after']).toBe('1');
      expect(writes()).toHaveLength(tries);
    });
  });
}

/** Another transaction is at work on one of the items. */
export function conflict(): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  });
}
