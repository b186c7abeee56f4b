import type { KeyEventName } from '../../../contract/api/events.ts';
import { eventBody, type OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { DUE_KEYS_PARTITION } from '../../shared/table/keys.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { ApiKey } from './account.schema.ts';
import { hasExpired } from './api-key.ts';
import { livemodeOf } from './tenant.ts';

/** The organization is notified this many days before a key expires, and when it does. */
const NOTICE_DAYS = [30, 7, 1, 0];

/** When the next notice is due; undefined if none is left, or the key does not expire. */
export function nextNoticeAt(expiresAt: string | undefined, after: Date): string | undefined {
  if (expiresAt === undefined) return undefined;
  const notices = NOTICE_DAYS.map((days) => addSeconds(new Date(expiresAt), -days * 86_400));
  return notices.find((at) => at > after.toISOString());
}

/** The attributes by which the sweep finds a key when its next notice is due. */
export function noticeDueFields(expiresAt: string | undefined, now: Date): { duePk?: string; stepDueAt?: string } {
  const stepDueAt = nextNoticeAt(expiresAt, now);
  return stepDueAt === undefined ? {} : { duePk: DUE_KEYS_PARTITION, stepDueAt };
}

/** After a pause of the sweep, overdue notices are sent late and only once. */
export function noticeOf(key: ApiKey, facts: KeyEventFacts): OutboxEvent {
  return keyEvent(hasExpired(key, facts.now) ? 'api_key.expired' : 'api_key.expiring', key, facts);
}

export interface KeyEventFacts {
  /** A new `evt_…`. */
  id: string;
  now: Date;
}

/** A secret that was found in a public or foreign place. */
export interface Leak {
  /** GitHub, as its signature proves, or anybody who has the secret. */
  reporter: 'github' | 'holder';
  /** `former_secret`: the one that a rotation had replaced; the key continues with its current one. */
  ended: 'key' | 'former_secret';
  /** Where the reporter found it. */
  url?: string;
}

export function keyLeakedEvent(key: ApiKey, leak: Leak, facts: KeyEventFacts): OutboxEvent {
  return keyEvent('api_key.leaked', key, facts, { leak });
}

/** An event about a key, without a domain, for the transaction that causes it. */
function keyEvent(event: KeyEventName, key: ApiKey, { id, now }: KeyEventFacts, more: object = {}): OutboxEvent {
  const { organizationId } = key;
  const createdAt = now.toISOString();
  const body = eventBody({
    id,
    event,
    livemode: livemodeOf(organizationId),
    createdAt,
    data: { api_key: keyInEvent(key), ...more },
  });
  return { kind: 'event', id, createdAt, organizationId, event, notify: true, body };
}

/** Permissions are left out: a receiver of events may not be allowed to list keys. */
function keyInEvent({ keyId, name, createdAt, expiresAt, lastUsedAt }: ApiKey) {
  return {
    id: keyId,
    name,
    created_at: createdAt,
    ...(lastUsedAt !== undefined && { last_used_at: lastUsedAt }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
}
