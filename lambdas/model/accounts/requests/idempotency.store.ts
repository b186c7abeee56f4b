import * as z from 'zod/mini';
import { Sealed } from '../../../shared/secrets/sealed.schema.ts';
import { keys } from '../../../shared/table/keys.ts';
import { wonRace } from '../../../shared/table/lost-race.ts';
import type { Condition, Table, Write } from '../../../shared/table/table.store.ts';
import { addSeconds, expirySeconds } from '../../../shared/time/instant.ts';

/** The request that an Idempotency-Key identifies. */
export interface RepeatableRequest {
  /** SHA-256 of the key, hex: it fits the table's key, whatever the caller sends. */
  keyHash: string;
  fingerprint: string;
}

const common = {
  organizationId: z.string(),
  /** SHA-256 of method, path, query and raw body, hex. */
  fingerprint: z.string(),
  endsAt: z.string(),
};

/** The state of an Idempotency-Key: its stored response, or work in progress. */
export const IdempotencyRecord = z.discriminatedUnion('state', [
  z.object({ ...common, state: z.literal('answered'), status: z.int(), body: Sealed }),
  z.object({
    ...common,
    state: z.literal('running'),
    /** The holder of the lease, and the instant before which nobody else may take it over. */
    leaseId: z.string(),
    leaseEndsAt: z.string(),
    /** The random values that were drawn once for this work. */
    plan: z.unknown(),
  }),
]);
export type IdempotencyRecord = z.infer<typeof IdempotencyRecord>;

/** How long a stored response is repeated. */
const KEPT_SECONDS = 24 * 3600;
/** Longer than any Lambda lives (28 s), so that nobody takes over work in progress. */
const LEASE_SECONDS = 60;

const isUnknown = 'attribute_not_exists(pk)';
const isForgotten = 'endsAt <= :now';
const isOurs = 'leaseId = :lease';
const isThisLease = 'leaseId = :this';

export interface Answer {
  status: number;
  body: Sealed;
}
export interface Lease {
  id: string;
  /** Absent: nobody had it before. */
  takenFrom?: string;
}

/** Responses by Idempotency-Key, per organization. */
export function idempotencyStore(table: Table) {
  const keyOf = (organizationId: string, { keyHash }: RepeatableRequest) => keys.idempotency(organizationId, keyHash);

  function free(now: Date, leaseId: string | undefined): Condition {
    const nobodyElseHasIt = [isUnknown, isForgotten, ...(leaseId === undefined ? [] : [isOurs])].join(' OR ');
    return {
      expression: nobodyElseHasIt,
      values: { ':now': now.toISOString(), ...(leaseId !== undefined && { ':lease': leaseId }) },
    };
  }

  function itemOf(organizationId: string, request: RepeatableRequest, record: Recorded, now: Date) {
    const { fingerprint } = request;
    const retained: IdempotencyRecord = { organizationId, fingerprint, endsAt: addSeconds(now, KEPT_SECONDS), ...record };
    return { ...keyOf(organizationId, request), ...retained, expiresAtSeconds: expirySeconds(now, KEPT_SECONDS) };
  }

  function answerItem(organizationId: string, request: RepeatableRequest, answer: Answer, now: Date) {
    return itemOf(organizationId, request, { state: 'answered', ...answer }, now);
  }

  return {
    async find(organizationId: string, request: RepeatableRequest, now: Date): Promise<IdempotencyRecord | undefined> {
      const item = await table.get(keyOf(organizationId, request));
      const record = item && IdempotencyRecord.parse(item);
      return record && record.endsAt > now.toISOString() ? record : undefined;
    },

    /** The response, for the transaction of the work; it fails if another request with this key was faster. */
    answerWrite(organizationId: string, request: RepeatableRequest, answer: Answer, now: Date): Write {
      return table.putWrite(answerItem(organizationId, request, answer, now), free(now, undefined));
    },

    /** Stores a response on its own. False if another is stored already. */
    async keep(
      organizationId: string,
      request: RepeatableRequest,
      answer: Answer,
      now: Date,
      leaseId?: string,
    ): Promise<boolean> {
      return wonRace(table.put(answerItem(organizationId, request, answer, now), free(now, leaseId)));
    },

    /** Starts work, or takes over abandoned work. False if another request did. */
    async lease(organizationId: string, request: RepeatableRequest, plan: unknown, lease: Lease, now: Date): Promise<boolean> {
      const record: Recorded = { state: 'running', leaseId: lease.id, leaseEndsAt: addSeconds(now, LEASE_SECONDS), plan };
      // The SDK may repeat a write that succeeded: then the lease that is found is this one.
      const { expression, values } = free(now, lease.takenFrom);
      const condition = { expression: `${expression} OR ${isThisLease}`, values: { ...values, ':this': lease.id } };
      return wonRace(table.put(itemOf(organizationId, request, record, now), condition));
    },

    /** Ends a lease whose work produced no response to store: the next call takes it over at once, with the same plan. */
    async release(organizationId: string, request: RepeatableRequest, leaseId: string, now: Date): Promise<void> {
      await wonRace(
        table.update(keyOf(organizationId, request), {
          expression: 'SET leaseEndsAt = :now',
          condition: isOurs,
          values: { ':now': now.toISOString(), ':lease': leaseId },
        }),
      );
    },
  };
}
export type IdempotencyStore = ReturnType<typeof idempotencyStore>;

type Recorded =
  | Pick<Extract<IdempotencyRecord, { state: 'answered' }>, 'state' | 'status' | 'body'>
  | Pick<Extract<IdempotencyRecord, { state: 'running' }>, 'state' | 'leaseId' | 'leaseEndsAt' | 'plan'>;
