import { keys, peopleKeys } from '../../shared/table/keys.ts';
import type { TableReads, Write } from '../../shared/table/table.store.ts';
import type { Caller } from './caller.ts';
import { liveOrganizationOf } from './tenant.ts';

const isNotRevoked = 'attribute_not_exists(revokedAt)';
const stillHasThisRole = '#role = :role';

export function callerStore(table: Pick<TableReads, 'checkWrite'>) {
  return {
    /** For the transaction of a caller's action: it fails if the caller was revoked, or has another role by then. */
    stillAllowed(caller: Caller): Write {
      switch (caller.kind) {
        case 'key':
          return table.checkWrite(keys.apiKey(caller.keyId), { expression: isNotRevoked });
        case 'session':
          return table.checkWrite(peopleKeys.member(liveOrganizationOf(caller.organizationId), caller.userId), {
            expression: stillHasThisRole,
            names: { '#role': 'role' },
            values: { ':role': caller.role },
          });
      }
    },
  };
}
