import { useSyncExternalStore } from 'react';

const SHOWN_MS = 6000;
const listeners = new Set<() => void>();
let current = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Confirms an action at the foot of the page and to screen readers. */
export function notify(text: string): void {
  current = text;
  clearTimeout(timer);
  timer = setTimeout(() => {
    current = '';
    tellAll();
  }, SHOWN_MS);
  tellAll();
}

function tellAll(): void {
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Rendered before its text: screen readers ignore a region that appears together with its text. */
export function Notices() {
  const text = useSyncExternalStore(listen, () => current);
  return (
    <div className="notices" role="status">
      {text}
    </div>
  );
}
