import { useEffect } from 'react';

/** Whoever has closed a panel with the keyboard goes on at its row of the list. */
export function useReturnToRow(id: string): void {
  useEffect(() => () => returnTo(id), [id]);
}

function returnTo(id: string): void {
  requestAnimationFrame(() => {
    const isNowhere = document.activeElement === document.body || document.activeElement === null;
    if (isNowhere) document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus();
  });
}
