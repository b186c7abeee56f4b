import { isBelow, MAGIC_SUFFIX } from '../../../contract/domain-name.ts';
import { type Clocks, domainNow } from '../../shared/time/instant.ts';
import type { Domain } from './domain-row.schema.ts';

/** The domain's own time: when its row was last written or checked. */
export function domainTimeOf({ updatedAt, execution: { lastCheck } }: Domain): Date {
  const checkedAt = lastCheck?.at ?? '';
  return new Date(checkedAt > updatedAt ? checkedAt : updatedAt);
}

/** Test-mode names only: no request about them leaves the service. */
export function isMagic({ url }: { url: string }): boolean {
  return isBelow(url, MAGIC_SUFFIX);
}

/** The time of a requested action. A domain that is ahead of its test clock does not go back. */
export function actionTimeOf(domain: Domain, clocks: Clocks): Date {
  const now = domainNow(clocks);
  const reached = domainTimeOf(domain);
  return isMagic(domain) && reached > now ? reached : now;
}
