import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { GetCommand, QueryCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { HttpErrorBody } from '../../../contract/api/http-error.schema.ts';
import { OPERATIONS, type OperationId, PERMISSIONS, type Permission } from '../../../contract/api/operations.ts';
import { aDomain, iso, SECOND } from '../a-domain.ts';
import {
  type ApiCall,
  type apiCaller,
  COUNTED,
  clock,
  DOMAIN_ID,
  dynamo,
  itemOf,
  KEPT,
  keyItem,
  log,
  tableHolds,
  wholeRequests,
  writes,
} from './api-caller.ts';

type Item = Record<string, unknown>;
type Answer = Awaited<ReturnType<ReturnType<typeof apiCaller>>>;

interface Operation {
  operationId: OperationId;
  /** Absent: any key may call it. */
  permission?: Permission;
  /** Fills the table with the operation's items and these. */
  hold: (...more: Item[]) => Map<string, Item>;
  ask: (more?: Partial<ApiCall>) => Promise<Answer>;
}

/** Refusals that every operation shares, all without a write. */
export function describeRefusals({ operationId, permission, hold, ask }: Operation): void {
  describe('401', () => {
    it(`${operationId}, with a key that is none, costs no request to the table`, async () => {
      hold();
      const { status, json } = await ask({ headers: { 'x-api-key': 'sk_live_nonsense' } });
      expect(status).toBe(401);
      expect(HttpErrorBody.parse(json).error.code).toBe('invalid_api_key');
      expect(wholeRequests()).toEqual([]);
    });
  });

  if (permission) {
    describe('403', () => {
      it(`${operationId}, with a key of every permission but ${permission}, changes nothing`, async () => {
        hold(keyItem({ permissions: PERMISSIONS.filter((other) => other !== permission) }));
        const { status, json } = await ask();
        expect(status).toBe(403);
        expect(HttpErrorBody.parse(json).error).toMatchObject({ details: { required_permission: permission } });
        expect(writes()).toEqual([]);
      });
    });
  }

  describe('422: the query', () => {
    it(`${operationId} refuses an unknown parameter by name`, async () => {
      hold();
      const { status, json } = await ask({ query: 'expand=all' });
      expect(status).toBe(422);
      expect(HttpErrorBody.parse(json).error).toMatchObject({ details: { errors: { expand: ['is not a known parameter'] } } });
      expect(writes()).toEqual([]);
    });
  });

  describe('429', () => {
    it(`${operationId}, with a key that has used up its minute, changes nothing`, async () => {
      hold(keyItem({ requestsInMinute: 100 }));
      const { status, json, headers } = await ask();
      expect(status).toBe(429);
      expect(HttpErrorBody.parse(json).error.code).toBe('rate_limit_exceeded');
      expect(headers['retry-after']).toMatch(/^[1-9][0-9]*$/);
      expect(writes()).toEqual([]);
    });
  });
}

/** For operations with a body, optional or not. */
export function describeNoJsonObject({ operationId, hold, ask }: Operation): void {
  describe('400', () => {
    it.each(['{', '[]', 'null', '"text"'])(
      `${operationId}, with a body that is no JSON object, changes nothing: %s`,
      async (body) => {
        hold();
        const { status, json } = await ask({ body });
        expect(status).toBe(400);
        expect(HttpErrorBody.parse(json).error.code).toBe('invalid_request');
        expect(writes()).toEqual([]);
      },
    );
  });
}

/** For operations on a domain or below it: one 404 for every cause. */
export function describeDomainNotFound({ operationId, ask }: Operation): void {
  const elsewhere: Record<string, Item[]> = {
    'not there': [],
    "another organization's": [itemOf(aDomain('active', { organizationId: 'org_B' }))],
    'being removed': [itemOf(aDomain('removing'))],
  };

  describe('404', () => {
    it.each(Object.entries(elsewhere))(`${operationId} of a domain that is %s changes nothing`, async (_, items) => {
      tableHolds();
      const absent = await ask();
      tableHolds(...items);
      const { status, json } = await ask();
      expect(status).toBe(404);
      expect(HttpErrorBody.parse(json).error).toMatchObject({ code: 'resource_not_found', details: { domain_id: DOMAIN_ID } });
      expect(json).toEqual(absent.json);
      expect(writes()).toEqual([]);
    });

    it.each(['0', '-1', '1.5', '1.0', '01', '9007199254740992', 'abc'])(
      `${operationId} of %s, which is no id, neither repeats it nor looks for it`,
      async (id) => {
        tableHolds();
        const { status, json } = await ask({ path: OPERATIONS[operationId].path.replace('{id}', id) });
        expect(status).toBe(404);
        expect(json.error).toEqual({ code: 'resource_not_found', message: expect.any(String) });
        expect(wholeRequests()).toEqual([...COUNTED, KEPT]);
      },
    );
  });
}

/** For every POST: refusals of an Idempotency-Key that is in use. */
export function describeKeyInUse({ operationId, hold, ask }: Operation): void {
  const headers = { 'idempotency-key': 'once' };

  describe('400: an Idempotency-Key', () => {
    it.each(['', 'schlüssel', 'x'.repeat(256)])(`that is malformed changes nothing in ${operationId}: %s`, async (key) => {
      hold();
      expect((await ask({ headers: { 'idempotency-key': key } })).status).toBe(400);
      expect(writes()).toEqual([]);
    });
  });

  describe('409: an Idempotency-Key', () => {
    it(`whose first request still runs makes ${operationId} do nothing, and say when to ask again`, async () => {
      const items = hold();
      await ask({ headers });
      const before = writes();
      for (const [id, item] of items) {
        if (!('fingerprint' in item)) continue;
        items.set(id, { ...item, state: 'running', leaseId: 'lease_other', leaseEndsAt: iso(30 * SECOND), plan: {} });
      }
      const { status, json, headers: answered } = await ask({ headers });
      expect(status).toBe(409);
      expect(HttpErrorBody.parse(json).error.code).toBe('conflict');
      expect(answered['retry-after']).toBe('30');
      expect(writes()).toEqual(before);
    });
  });

  describe('422: an Idempotency-Key', () => {
    it(`of another request makes ${operationId} do nothing`, async () => {
      hold();
      await ask({ headers });
      const before = writes();
      const { status, json } = await ask({ headers, query: 'another=1' });
      expect(status).toBe(422);
      expect(HttpErrorBody.parse(json).error.code).toBe('idempotency_key_reused');
      expect(writes()).toEqual(before);
    });
  });
}

/** Every operation's answers when the table fails. */
export function describeTrouble({ operationId, hold, ask }: Operation): void {
  describe('500', () => {
    it(`${operationId}, with a table that cannot be read, tells the log and nobody else`, async () => {
      hold();
      const cause = new Error('secret detail');
      dynamo.on(GetCommand).rejects(cause);
      dynamo.on(QueryCommand).rejects(cause);
      const { status, json } = await ask();
      expect(status).toBe(500);
      expect(json).toEqual({ error: { code: 'internal_error', message: expect.not.stringContaining('secret') } });
      expect(log).toHaveBeenCalledWith('error', 'request failed', expect.objectContaining({ cause }));
      expect(writes()).toEqual([]);
    });
  });

  describe('503: too late', () => {
    it(`${operationId} begins nothing after 24 seconds of reading`, async () => {
      const items = hold();
      const tooLate = new Date(clock.now.getTime() + 24 * SECOND + 1);
      vi.spyOn(items, 'get').mockImplementation((id) => {
        clock.now = tooLate;
        return Map.prototype.get.call(items, id);
      });
      const { status, json, headers } = await ask();
      expect(status).toBe(503);
      expect(HttpErrorBody.parse(json).error.code).toBe('service_unavailable');
      expect(headers['retry-after']).toBe('5');
      expect(writes()).toEqual([]);
    });
  });
}

/** For operations that write: their answer when concurrent writers always win. */
export function describeLostRaces({ operationId, hold, ask }: Operation, tries = 3): void {
  describe('503', () => {
    it(`${operationId} that loses a race ${tries} times is told to come again`, async () => {
      hold();
      dynamo.on(TransactWriteCommand).rejects(conflict());
      const { status, json, headers } = await ask();
      expect(status).toBe(503);
      expect(HttpErrorBody.parse(json).error.code).toBe('service_unavailable');
      expect(headers['retry-after']).toBe('1');
      expect(writes()).toHaveLength(tries);
    });
  });
}

/** Another transaction holds one of the items. */
export function conflict(): TransactionCanceledException {
  return new TransactionCanceledException({
    message: 'cancelled',
    $metadata: {},
    CancellationReasons: [{ Code: 'TransactionConflict' }],
  });
}
