import { styleText } from 'node:util';
import { jsonEscapingInvisible } from '../../../contract/invisible.ts';
import type { Machine } from './machine.ts';

type Style = Parameters<typeof styleText>[0];

/** Output of `cps`: results on stdout; notes and progress on stderr, progress only for a person's terminal. */
export interface Terminal {
  print(text: string): void;
  printJson(value: unknown): void;
  /** A permanent line, also in a piped log. */
  note(text: string): void;
  /** A line that the next one replaces. A pipe does not get it. */
  progress(text: string): void;
  style(style: Style, text: string): string;
  isJson: boolean;
}

const CLEAR_LINE = '\r\u001b[2K';

export function createTerminal({ stdout, stderr, env }: Machine, isJson: boolean): Terminal {
  let isProgressShown = false;
  const hasColour = stdout.isTTY === true && !env.NO_COLOR && !isJson;

  function clear(): void {
    if (isProgressShown) stderr.write(CLEAR_LINE);
    isProgressShown = false;
  }
  return {
    isJson,
    print(text) {
      clear();
      stdout.write(`${text}\n`);
    },
    printJson(value) {
      clear();
      stdout.write(`${jsonEscapingInvisible(value)}\n`);
    },
    note(text) {
      clear();
      stderr.write(`${text}\n`);
    },
    progress(text) {
      if (stderr.isTTY !== true) return;
      // A wrapped line could not be cleared again.
      const width = Math.max((stderr.columns || 80) - 1, 20);
      stderr.write(`${CLEAR_LINE}${text.length > width ? `${text.slice(0, width - 1)}…` : text}`);
      isProgressShown = text !== '';
    },
    style: (style, text) => (hasColour ? styleText(style, text, { validateStream: false }) : text),
  };
}
