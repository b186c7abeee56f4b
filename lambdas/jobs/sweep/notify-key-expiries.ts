import type { KeyNoticesStore } from '../../model/accounts/key-notices.store.ts';
import { nextNoticeAt, noticeOf } from '../../model/accounts/key-notices.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import { pagesWhile } from '../../shared/table/queries.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';

export interface KeyNoticePorts {
  keyNotices: KeyNoticesStore;
  newEventId: () => string;
  clock: Clock;
  log: Log;
}

/**
 * Notifies organizations of keys that expire soon or have expired. It may be killed at any point or run twice: each notice is
 * sent once.
 */
export async function notifyKeyExpiries(ports: KeyNoticePorts, endsAt: Date): Promise<{ told: number; failures: unknown[] }> {
  const { keyNotices, clock, log } = ports;
  const all = { told: 0, failures: [] as unknown[] };
  const pages = pagesWhile(
    () => clock() < endsAt,
    (startAt) => keyNotices.dueBefore(clock(), startAt),
  );
  for await (const page of pages) {
    for (const keyId of page.keyIds) {
      try {
        if (await tellOf(keyId, ports)) all.told += 1;
      } catch (cause) {
        log('error', 'an organization could not be told of a key that ends', { keyId, cause });
        all.failures.push(cause);
      }
    }
  }
  return all;
}

async function tellOf(keyId: string, { keyNotices, newEventId, clock }: KeyNoticePorts): Promise<boolean> {
  const key = await keyNotices.get(keyId);
  const now = clock();
  // The index may lag: the key was notified, revoked or changed since.
  if (key?.stepDueAt === undefined || key.stepDueAt > now.toISOString() || key.expiresAt === undefined) return false;
  return keyNotices.tell(key, nextNoticeAt(key.expiresAt, now), noticeOf(key, { id: newEventId(), now }));
}
