import type { DiagnosisCode } from '../../../../contract/api/error-codes.ts';
import type { EventName } from '../../../../contract/api/events.ts';
import type { OutboxEvent } from '../../../../lambdas/shared/outbox/outbox.schema.ts';
import { anEvent } from '../events/an-event.ts';

export const HOUR_SECONDS = 3_600;
export const DAY_SECONDS = 86_400;

interface Told {
  domainId?: number;
  code?: DiagnosisCode;
  actor?: 'customer' | 'integrator' | 'service' | 'nobody';
  /** The domain's age at the event, in seconds. */
  age?: number;
  former?: OutboxEvent['former'];
  /** The certificate's lifetime in days. */
  life?: number;
}

/** An event about a domain, `n` seconds after NOW, with the fields that reports read from its body. */
export function domainEvent(event: EventName, n: number, told: Told = {}): OutboxEvent {
  const { domainId = 7, code = 'ok', actor = 'nobody', age = HOUR_SECONDS, former, life = 90 } = told;
  const made = anEvent(n, { event, domainId });
  const at = Date.parse(made.createdAt);
  const iso = (seconds: number) => new Date(at + seconds * 1000).toISOString();
  const certificate = { not_before: iso(-1), not_after: iso(life * DAY_SECONDS - 1) };
  const domain = { id: domainId, created_at: iso(-age), diagnosis: { code, actor }, certificate };
  return { ...made, body: JSON.stringify({ ...JSON.parse(made.body), data: { domain } }), ...(former && { former }) };
}
