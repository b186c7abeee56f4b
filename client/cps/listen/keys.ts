import type { Machine } from '../terminal/machine.ts';

const CTRL_C = '\u0003';

/** Key presses at a terminal while a command runs; a pipe has none. `close` restores the terminal. */
export function watchKeys({ stdin, interrupt }: Pick<Machine, 'stdin' | 'interrupt'>, again: () => void) {
  let hurry = new AbortController();
  const onData = (chunk: Buffer | string) => {
    for (const key of String(chunk)) {
      if (key === CTRL_C) interrupt();
      if (key === 'r') again();
      if (key === '\r' || key === '\n') hurry.abort();
    }
  };
  if (stdin.isTTY) {
    stdin.setRawMode?.(true);
    stdin.on('data', onData);
    stdin.resume();
  }
  return {
    /** Aborted by the next Enter. */
    nextHurry(): AbortSignal {
      hurry = new AbortController();
      return hurry.signal;
    },
    close(): void {
      if (!stdin.isTTY) return;
      stdin.off('data', onData);
      stdin.setRawMode?.(false);
      stdin.pause();
    },
  };
}
