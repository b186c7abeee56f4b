import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { text as allOf } from 'node:stream/consumers';
import { Interrupted } from '../terminal/failure.ts';
import type { Machine } from '../terminal/machine.ts';

/** Asks a person at a terminal. Lines pasted together answer one question each. */
export interface Prompt {
  ask(question: string, how?: { isHidden: boolean }): Promise<string>;
  close(): void;
}

export function openPrompt({ stdin, stderr, signal }: Machine): Prompt {
  let isHidden = false;
  const shown = new Writable({
    write(chunk, _encoding, done) {
      if (!isHidden) stderr.write(chunk);
      done();
    },
  });
  const lines = createInterface({ input: stdin, output: shown, terminal: true });
  const pasted: string[] = [];
  let waiting: ((line: string | undefined) => void) | undefined;
  const answer = (line: string | undefined) => {
    const next = waiting;
    waiting = undefined;
    if (next) next(line);
    else if (line !== undefined) pasted.push(line);
  };
  lines.on('line', answer);
  // In raw mode Ctrl-C is a key, not a signal; Ctrl-D closes.
  lines.on('SIGINT', () => answer(undefined));
  lines.on('close', () => answer(undefined));
  signal.addEventListener('abort', () => answer(undefined));

  return {
    async ask(question, how = { isHidden: false }) {
      isHidden = false;
      stderr.write(question);
      isHidden = how.isHidden;
      const line =
        pasted.shift() ??
        (await new Promise<string | undefined>((resolve) => {
          waiting = resolve;
        }));
      isHidden = false;
      if (how.isHidden || line === undefined) stderr.write('\n');
      if (line === undefined) throw new Interrupted();
      return line;
    },
    close: () => lines.close(),
  };
}

/** Reads piped input. */
export function readStdin({ stdin }: Machine): Promise<string> {
  return allOf(stdin);
}
