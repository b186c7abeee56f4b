import { AUDIT_PREFIX } from '../../../contract/stack/table-shape.ts';
import type { Key } from './keys.ts';

/** The one condition under which a write can take nothing's place. */
export const NOT_THERE_YET = 'attribute_not_exists(pk)';

/**
 * Throws for a write that would change, delete or take the place of an audit entry. IAM refuses the first two and every single write
 * (lib/functions/grants.ts), but it cannot see whether an item of a transaction is new.
 */
export function refuseToChangeTheAudit({ pk }: Key, condition?: string): void {
  if (pk.startsWith(AUDIT_PREFIX) && condition !== NOT_THERE_YET) throw new Error('the audit is only ever added to');
}
