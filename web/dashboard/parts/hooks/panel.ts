import { useEffect } from 'react';

/** Moves the focus to the list row when its panel is closed by keyboard. */
export function useReturnToRow(id: string): void {
  useEffect(() => () => returnTo(id), [id]);
}

function returnTo(id: string): void {
  requestAnimationFrame(() => {
    const isNowhere = document.activeElement === document.body || document.activeElement === null;
    if (isNowhere) document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus();
  });
}
