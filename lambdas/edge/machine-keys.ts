import { createPublicKey } from 'node:crypto';
import { FIELD_PROBLEMS } from '../../copy/en/error-messages.ts';
import { validationError } from '../shared/errors/named-errors.ts';
import type { MachineKeys, PublicJwk } from './edge.schema.ts';

/** Throws a validation_error for coordinates that are no point of the curve. */
export function refuseUnusableKeys(keys: MachineKeys): void {
  const errors: Record<string, string[]> = {};
  for (const field of ['signing_jwk', 'encryption_jwk'] as const) {
    if (!isOnCurve(keys[field])) errors[field] = [FIELD_PROBLEMS.notOnCurve];
  }
  if (Object.keys(errors).length > 0) throw validationError(errors);
}

function isOnCurve(jwk: PublicJwk): boolean {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' }).type === 'public';
  } catch {
    return false;
  }
}
