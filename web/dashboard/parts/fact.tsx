import type { ReactNode } from 'react';

/** A name and value in a list of facts (`dl.facts`). */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
