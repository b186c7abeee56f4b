import { ACTION_LIMITS } from '../../../contract/api/limits.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { actionLimitExceeded } from '../../shared/errors/app-error.ts';

const DAY_MS = 86_400_000;

/** Adds one `retry`, `renew` or `revoke` to the domain's count for today. Throws the 429 of a used-up day. */
export function withActionCounted<D extends Domain>(domain: D, action: 'retry' | 'renew' | 'revoke', now: Date): D {
  const day = now.toISOString().slice(0, 10);
  const last = domain.actionCounts?.[action];
  const times = last?.day === day ? last.times : 0;
  if (times >= ACTION_LIMITS[action].limit) {
    throw actionLimitExceeded(action, 'domain', new Date((Math.floor(now.getTime() / DAY_MS) + 1) * DAY_MS), now);
  }
  return { ...domain, actionCounts: { ...domain.actionCounts, [action]: { day, times: times + 1 } } };
}

/** The domain's statuses before and after an action, for the audit entry. */
export function statusesOf(before: Domain, after: Domain): Record<'before' | 'after', Record<string, unknown>> {
  const statuses = ({ dnsStatus, sslStatus }: Domain) => ({ dns_status: dnsStatus, ssl_status: sslStatus });
  return { before: statuses(before), after: statuses(after) };
}
