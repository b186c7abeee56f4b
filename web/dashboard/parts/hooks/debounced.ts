import { useEffect, useState } from 'react';

/** The typed text after a pause; an emptied field at once. */
export function useDebounced(text: string, pauseMs: number): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return text === '' ? '' : later;
}
