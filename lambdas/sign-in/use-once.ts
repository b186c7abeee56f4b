import { createHash } from 'node:crypto';
import { SIGN_IN_MESSAGES } from '../../copy/en/sign-in-messages.ts';
import { AppError } from '../shared/errors/app-error.ts';
import type { ActionStore } from '../shared/table/action.store.ts';
import { peopleKeys } from '../shared/table/keys.ts';
import { FLOW_SECONDS } from './sign-in-flow.schema.ts';

/** One request succeeds; all others with the same cookie get `sign_in_failed`. `id`: the random part of the cookie. */
export async function markUsed(id: string, now: Date, actions: Pick<ActionStore, 'take'>): Promise<void> {
  const taken = await actions.take(keyOf(id), now, FLOW_SECONDS);
  if (taken.kind === 'refused') throw noSignInError();
}

/** Throws the same if it is used, without using it. */
export async function requireUnused(id: string, now: Date, actions: Pick<ActionStore, 'isTaken'>): Promise<void> {
  if (await actions.isTaken(keyOf(id), now)) throw noSignInError();
}

function keyOf(id: string) {
  return peopleKeys.usedSignIn(createHash('sha256').update(id).digest('hex'));
}

export function noSignInError(): AppError {
  return new AppError('sign_in_failed', SIGN_IN_MESSAGES.sign_in_failed.notBegun);
}
