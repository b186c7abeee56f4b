import { type Clocks, domainNow } from '../../shared/time/instant.ts';
import { isTestTenant } from '../accounts/tenant.ts';
import type { Domain } from './domain-row.schema.ts';

/** The domain's own time: when its row was last written or checked. */
export function domainTimeOf({ updatedAt, execution: { lastCheck } }: Domain): Date {
  const checkedAt = lastCheck?.at ?? '';
  return new Date(checkedAt > updatedAt ? checkedAt : updatedAt);
}

/** The time of a requested action. A domain of test mode that is ahead of its clock does not go back. */
export function actionTimeOf(domain: Domain, clocks: Clocks): Date {
  const now = domainNow(clocks);
  const reached = domainTimeOf(domain);
  return isTestTenant(domain.organizationId) && reached > now ? reached : now;
}
