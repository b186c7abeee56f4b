import type { KeyEventName } from '../../../contract/api/events.ts';
import { eventBody, type OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { DUE_KEYS_PARTITION } from '../../shared/table/keys.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { ApiKey } from './account.schema.ts';
import { hasExpired } from './api-key.ts';
import { livemodeOf } from './tenant.ts';

/** So long before its end, and then at it, the organization of a key is told. */
const NOTICE_DAYS = [30, 7, 1, 0];

/** When the next notice is due; undefined where none is left, or the key does not end by itself. */
export function nextNoticeAt(expiresAt: string | undefined, after: Date): string | undefined {
  if (expiresAt === undefined) return undefined;
  const notices = NOTICE_DAYS.map((days) => addSeconds(new Date(expiresAt), -days * 86_400));
  return notices.find((at) => at > after.toISOString());
}

/** What a key's item has beside the key, so that the sweep finds it when the next notice is due. */
export function noticeMark(expiresAt: string | undefined, now: Date): { duePk?: string; stepDueAt?: string } {
  const stepDueAt = nextNoticeAt(expiresAt, now);
  return stepDueAt === undefined ? {} : { duePk: DUE_KEYS_PARTITION, stepDueAt };
}

/** What is due is told late where the sweep was away, and then once. */
export function noticeOf(key: ApiKey, facts: KeyEventFacts): OutboxEvent {
  return keyEvent(hasExpired(key, facts.now) ? 'api_key.expired' : 'api_key.expiring', key, facts);
}

export interface KeyEventFacts {
  /** A new `evt_…`. */
  id: string;
  now: Date;
}

/** A secret that somebody has found where it should not be. */
export interface Leak {
  /** GitHub, as its signature proves, or whoever holds the secret. */
  reporter: 'github' | 'holder';
  /** `former_secret`: the one that a rotation had replaced; the key goes on with its present one. */
  ended: 'key' | 'former_secret';
  /** Where it was found, as the reporter says. */
  url?: string;
}

export function keyLeakedEvent(key: ApiKey, leak: Leak, facts: KeyEventFacts): OutboxEvent {
  return keyEvent('api_key.leaked', key, facts, { leak });
}

/** An event about a key, for the transaction of the write that causes it. It has no domain. */
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

/** Without what the key may do: whoever gets events need not be allowed to list keys. */
function keyInEvent({ keyId, name, createdAt, expiresAt, lastUsedAt }: ApiKey) {
  return {
    id: keyId,
    name,
    created_at: createdAt,
    ...(lastUsedAt !== undefined && { last_used_at: lastUsedAt }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
  };
}
