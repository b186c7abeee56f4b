import type { Key } from '../../../lambdas/shared/table/keys.ts';

/** A row's name in command output. */
export const rowKeyOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
