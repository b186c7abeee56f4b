import type { UseQueryResult } from '@tanstack/react-query';
import type { CSSProperties, ReactNode } from 'react';
import { FailurePanel } from './failure-panel.tsx';
import { Skeleton } from './page.tsx';
import { Scrolls } from './text/text.tsx';

interface ListProps<Item> {
  label: string;
  query: Pick<UseQueryResult<{ data: Item[] }>, 'error' | 'isError' | 'isPending'> & {
    data: { data: Item[] } | undefined;
    refetch: () => unknown;
  };
  columns: readonly string[];
  /** Cells of a row. The first is its heading. */
  row: (item: Item) => ReactNode;
  keyOf: (item: Item) => string | number;
  empty: string;
}

export function List<Item>({ label, query, columns, row, keyOf, empty }: ListProps<Item>) {
  const { data, error, isError, isPending, refetch } = query;
  return (
    <>
      {isError && <FailurePanel error={error} retry={() => refetch()} />}
      {isPending && <Skeleton lines={4} />}
      {data?.data.length === 0 && <p className="empty">{empty}</p>}
      {data && data.data.length > 0 && (
        <Scrolls className="table listed" label={label}>
          <table style={namesOf(columns)}>
            <thead>
              <ColumnHeads columns={columns} />
            </thead>
            <tbody>
              {data.data.map((item) => (
                <tr key={keyOf(item)}>{row(item)}</tr>
              ))}
            </tbody>
          </table>
        </Scrolls>
      )}
    </>
  );
}

export function ColumnHeads({ columns }: { columns: readonly string[] }) {
  return (
    <tr>
      {columns.map((column) => (
        <th key={column} scope="col">
          {column}
        </th>
      ))}
    </tr>
  );
}

/** Column names for the style sheet: on a phone, each row is a list whose cells show their column. */
function namesOf(columns: readonly string[]): CSSProperties {
  return Object.fromEntries(columns.map((column, index) => [`--column-${index + 1}`, JSON.stringify(column)]));
}
