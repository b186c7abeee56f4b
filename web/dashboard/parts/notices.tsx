import { useSyncExternalStore } from 'react';

const SHOWN_MS = 6000;
const listeners = new Set<() => void>();
let current = '';
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says what an action has done: seen at the foot of the page, and read out. */
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

/** There before its text: a region that comes with it is not read out. */
export function Notices() {
  const text = useSyncExternalStore(listen, () => current);
  return (
    <div className="notices" role="status">
      {text}
    </div>
  );
}
