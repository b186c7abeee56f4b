import { useEffect, useState } from 'react';

/** What is typed, when the typing pauses; what is emptied, at once. */
export function useLater(text: string, pauseMs: number): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return text === '' ? '' : later;
}
