import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { keyRevokedAudit } from '../../model/accounts/key-changes.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { type ChangePorts, changeKey, isCallersKey, rejectRevokedCaller } from './change-key.ts';
import { EXAMPLE_KEY } from './key-example.ts';
import { RevokedKey } from './key-resource.schema.ts';

/** A key cannot revoke itself, so that a key that manages keys always remains. */
export const revokeKey = defineOperation({
  id: 'revokeKey',
  clientMethod: 'api_keys.revoke',
  tag: 'API keys',
  reach: 'none',
  audit: { action: 'api_key.revoked', facts: ['before', 'after'] },
  summary: 'Revoke an API key',
  description:
    'Its next request is refused, and it is no longer listed. Whoever revokes a key must have all its permissions. A key cannot revoke itself.',
  answer: {
    status: 200,
    description: 'It has ended.',
    schema: RevokedKey,
    example: () => ({ id: EXAMPLE_KEY.id, deleted: true }),
  },
  conflict: ERROR_MESSAGES.conflict.ownKey,
  prepare: (ports: ChangePorts & Pick<Rows, 'newId'>) =>
    changeKey(ports, {
      refuse(key, _, caller) {
        if (isCallersKey(key, caller)) throw new AppError('conflict', ERROR_MESSAGES.conflict.ownKey);
      },
      async write(key, _, call, alongside) {
        const audit = auditEntry(call, ports.newId('aud'), keyRevokedAudit(key, call.now));
        await rejectRevokedCaller(call.caller, ports.accounts.revokeKey(key, call.now, audit, alongside));
        return { status: 200, json: { id: key.keyId, deleted: true } };
      },
    }),
});
