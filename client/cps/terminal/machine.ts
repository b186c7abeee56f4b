import type { Readable, Writable } from 'node:stream';

/** A stream that may be a terminal. */
export type Output = Writable & { isTTY?: boolean; columns?: number };
export type InputStream = Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };

/** The machine on which `cps` runs, as far as it touches it: tests bring their own. */
export interface Machine {
  /** Of `cps`. */
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  homeFolder: string;
  stdin: InputStream;
  stdout: Output;
  stderr: Output;
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends early, and throws, when the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Shows a page in the person's browser. */
  openInBrowser(url: string): void;
  /** Aborted by the first Ctrl-C. */
  signal: AbortSignal;
  /** What Ctrl-C does: a terminal in raw mode sends it as a key. The second one ends the process. */
  interrupt(): void;
}
