import { ERROR_MESSAGES, FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { hasExpired } from '../../model/accounts/api-key.ts';
import { drawNextSecret, keyRotatedAudit } from '../../model/accounts/key-changes.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { AppError, validationError } from '../../shared/errors/app-error.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { type ChangePorts, changeKey, isCallersKey, rejectRevokedCaller } from './change-key.ts';
import { EXAMPLE_KEY, EXAMPLE_SECRET } from './key-example.ts';
import { RotateKeyRequest } from './key-requests.schema.ts';
import { KeyWithSecret } from './key-resource.schema.ts';
import { keyResource } from './key-resource.ts';

/** The old secret stays valid beside the new one for the overlap. */
export const rotateKey = defineOperation({
  id: 'rotateKey',
  clientMethod: 'api_keys.rotate',
  tag: 'API keys',
  reach: 'none',
  repeatsFor: 'caller',
  audit: { action: 'api_key.rotated', facts: ['after'] },
  summary: 'Rotate the secret of an API key',
  description:
    'The new secret is in this answer only. The former one is accepted until the overlap is over; until then it cannot make, rotate or revoke keys. Only the last two secrets of a key ever work. Whoever rotates a key must have all its permissions. A key may rotate itself: send an `Idempotency-Key`, so that an answer that gets lost can be fetched with the former secret.',
  needsFreshSignIn: true,
  body: { schema: RotateKeyRequest, example: () => ({ overlap_hours: 24 }), isOptional: true },
  answer: {
    status: 200,
    description: 'The key, with its new secret.',
    schema: KeyWithSecret,
    example: () => ({ ...EXAMPLE_KEY, previous_secret_ends_at: '2026-11-22T11:05:00.000Z', secret: EXAMPLE_SECRET }),
  },
  conflict: ERROR_MESSAGES.conflict.keyExpired,
  prepare: (ports: ChangePorts & Pick<Rows, 'serviceSecret' | 'base62' | 'newId'>) =>
    changeKey(ports, {
      refuse(key, { overlap_hours }: RotateKeyRequest, caller, now) {
        if (isCallersKey(key, caller) && overlap_hours === 0)
          throw validationError({ overlap_hours: [FIELD_PROBLEMS.ownOverlap] });
        if (hasExpired(key, now)) throw new AppError('conflict', ERROR_MESSAGES.conflict.keyExpired);
      },
      async write(key, { overlap_hours }, call, alongside) {
        const { secret, secretSha256, formerEndsAt } = drawNextSecret(key, overlap_hours, call.now, ports);
        const after = { ...key, secretSha256, previousSecretEndsAt: formerEndsAt };
        const response = { status: 200, json: { ...keyResource(after, call.now), secret } };
        const audit = auditEntry(call, ports.newId('aud'), keyRotatedAudit(key, formerEndsAt));
        const writes = [...(await call.answerWrites(response)), ...alongside];
        await rejectRevokedCaller(call.caller, ports.accounts.changeSecret(key, secretSha256, formerEndsAt, audit, writes));
        return response;
      },
    }),
});
