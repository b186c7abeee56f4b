import type { ReactNode } from 'react';

/** One of a list of facts (`dl.facts`), by its name. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
