import { useEffect, useState } from 'react';
import { notify } from './notices.tsx';

const SHOWN_MS = 2000;

/** Copies a text unchanged to the clipboard. */
export function Copy({ text, what, children }: { text: string; what: string; children?: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const isDone = await copyText(text);
    setIsCopied(isDone);
    notify(isDone ? `${what} copied` : 'The browser refused to copy. Select the text instead.');
  };
  return (
    <button type="button" className="copy" aria-label={children ? undefined : `Copy ${what}`} onClick={() => void copy()}>
      {isCopied ? '✓ Copied' : (children ?? 'Copy')}
    </button>
  );
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
