import { useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { useMe } from '../api/me.ts';

/** Title in browser tabs and history. Screen readers announce it. */
export function usePageTitle(title: string): void {
  const { mode } = useParams({ strict: false });
  const { data: me } = useMe();
  const whole = [title, mode === 'test' ? 'Test' : 'Live', me?.organization_name].filter(Boolean).join(' – ');
  useEffect(() => {
    document.title = whole;
  }, [whole]);
}

export function Page({ title, children, actions }: { title: string; children: ReactNode; actions?: ReactNode }) {
  usePageTitle(title);
  return (
    <div className="page">
      <header className="head">
        <h1>{title}</h1>
        {actions}
      </header>
      {children}
    </div>
  );
}

/** As high as the content that follows, so the layout does not shift. */
export function Skeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="skeleton" role="status">
      <span className="unseen">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} aria-hidden="true" />
      ))}
    </div>
  );
}
