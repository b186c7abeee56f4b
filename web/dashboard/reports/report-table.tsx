import { ColumnHeads } from '../parts/list.tsx';
import { SafeText, Scrolls } from '../parts/text/text.tsx';

export type Cell = string | number | undefined;

/** A row's first cell is its heading. A dash marks an unknown value. */
export function ReportTable({ label, columns, rows }: { label: string; columns: readonly string[]; rows: readonly Cell[][] }) {
  return (
    <Scrolls className="table" label={label}>
      <table>
        <thead>
          <ColumnHeads columns={columns} />
        </thead>
        <tbody>
          {rows.map(([heading, ...cells]) => (
            <tr key={String(heading)}>
              <th scope="row">
                <SafeText text={textOf(heading)} />
              </th>
              {cells.map((cell, index) => (
                <td key={columns[index + 1]} className={typeof cell === 'number' ? 'number' : undefined}>
                  <SafeText text={textOf(cell)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function textOf(cell: Cell): string {
  return typeof cell === 'number' ? cell.toLocaleString('en') : (cell ?? '–');
}
