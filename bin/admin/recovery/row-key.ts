import type { Key } from '../../../lambdas/shared/table/keys.ts';

/** How a row is named to whoever reads what a command has found. */
export const rowKeyOf = ({ pk, sk }: Key) => `${pk} ${sk}`;
