import type { Table } from '../../../lambdas/shared/table/table.store.ts';

/** A table whose process is killed before or after this request. Later requests have no effect. */
export function killedAt(table: Table, request: number, when: 'before' | 'after'): Table {
  let sent = 0;
  const counted =
    <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given) => {
      sent += 1;
      if (sent > request || (sent === request && when === 'before')) throw new Error('killed');
      const answer = await ask(...given);
      if (sent === request) throw new Error('killed');
      return answer;
    };
  const { get, query, put, transact } = table;
  return { ...table, get: counted(get), query: counted(query), put: counted(put), transact: counted(transact) };
}
