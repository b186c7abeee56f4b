import { isBelow, MAGIC_SUFFIX } from '../../../contract/domain-name.ts';
import { type Clocks, domainNow } from '../../shared/time/instant.ts';
import type { Domain } from './domain-row.schema.ts';

/** How far the domain has come: its row is written at its own time. */
export function reachedAt({ updatedAt, execution: { lastCheck } }: Domain): Date {
  const checkedAt = lastCheck?.at ?? '';
  return new Date(checkedAt > updatedAt ? checkedAt : updatedAt);
}

/** Of test mode, and of it alone: nothing outside is asked about it. */
export function isMagic({ url }: { url: string }): boolean {
  return isBelow(url, MAGIC_SUFFIX);
}

/** When something happens to a domain that somebody asks for now. One that is ahead of its test clock does not go back. */
export function timeOf(domain: Domain, clocks: Clocks): Date {
  const now = domainNow(clocks);
  const reached = reachedAt(domain);
  return isMagic(domain) && reached > now ? reached : now;
}
