import * as z from 'zod/mini';
import type { Key } from '../../../lambdas/shared/table/keys.ts';

/** How a row is named to whoever reads what a command has found. */
export const rowKeyOf = ({ pk, sk }: Key) => `${pk} ${sk}`;

/** What `read` reads, or that its schema cannot: a row that nobody understands must not keep a command from the others. */
export async function readable<Row>(read: () => Promise<Row>): Promise<{ row: Row } | { unreadable: true }> {
  try {
    return { row: await read() };
  } catch (error) {
    if (error instanceof z.core.$ZodError) return { unreadable: true };
    throw error;
  }
}
