import type { Readable, Writable } from 'node:stream';

export type Output = Writable & { isTTY?: boolean; columns?: number };
export type InputStream = Readable & { isTTY?: boolean; setRawMode?: (isRaw: boolean) => unknown };

/** Everything that `cps` uses of its machine. Tests provide their own. */
export interface Machine {
  version: string;
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  homeFolder: string;
  stdin: InputStream;
  stdout: Output;
  stderr: Output;
  /** Milliseconds since 1970. */
  now(): number;
  /** Throws as soon as the signal is aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
  openInBrowser(url: string): void;
  /** Aborted by the first Ctrl-C. */
  signal: AbortSignal;
  /** Handles Ctrl-C, which a terminal in raw mode sends as a key. The second one ends the process. */
  interrupt(): void;
}
