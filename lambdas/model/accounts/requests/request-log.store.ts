import * as z from 'zod/mini';
import { keys } from '../../../shared/table/keys.ts';
import { storedObject } from '../../../shared/table/stored-object.schema.ts';
import type { Table } from '../../../shared/table/table.store.ts';
import { expirySeconds } from '../../../shared/time/instant.ts';

/** A log entry of a key's request, stored for a day. It never holds the body, a header or a secret. */
export const RequestLogEntry = storedObject({
  /** As in the response. */
  id: z.string(),
  keyId: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  query: z.optional(z.string()),
  status: z.int(),
  errorCode: z.optional(z.string()),
  sourceIp: z.string(),
  milliseconds: z.int(),
  expiresAtSeconds: z.int(),
});
export type RequestLogEntry = z.infer<typeof RequestLogEntry>;
export type NewRequestLogEntry = Omit<RequestLogEntry, 'expiresAtSeconds'> & { organizationId: string };

const KEPT_SECONDS = 86_400;
/** Sorts after every id. */
const HIGHEST = 'req_~';

export function requestLogStore(table: Pick<Table, 'put' | 'query'>) {
  return {
    /** One request. The id is new, so no condition is needed. */
    async keep(request: NewRequestLogEntry): Promise<void> {
      const key = keys.request(request.organizationId, request.id);
      await table.put({ ...key, ...request, expiresAtSeconds: expirySeconds(new Date(request.at), KEPT_SECONDS) });
    },
    /** The entry with this id, as a list of one or none. */
    async find(organizationId: string, requestId: string, now: Date): Promise<RequestLogEntry[]> {
      const key = keys.request(organizationId, requestId);
      const { items } = await table.query({
        KeyConditionExpression: 'pk = :pk AND sk = :sk',
        values: { ':pk': key.pk, ':sk': key.sk },
        ConsistentRead: true,
        Limit: 1,
      });
      return items
        .map((item) => RequestLogEntry.parse(item))
        .filter(({ expiresAtSeconds }) => expiresAtSeconds * 1000 > now.getTime());
    },
    /** Newest first, strongly consistent, one Query. The list ends at the first entry that has expired but is not deleted yet. */
    async page(organizationId: string, before: string | undefined, limit: number, now: Date) {
      const { items, next } = await table.query({
        KeyConditionExpression: 'pk = :pk AND sk < :before',
        values: { ':pk': keys.request(organizationId, '').pk, ':before': before ?? HIGHEST },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit,
      });
      const found = items.map((item) => RequestLogEntry.parse(item));
      const requests = found.filter(({ expiresAtSeconds }) => expiresAtSeconds * 1000 > now.getTime());
      return { requests, hasMore: next !== undefined && requests.length === found.length };
    },
  };
}
export type RequestLogStore = ReturnType<typeof requestLogStore>;
