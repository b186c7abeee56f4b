import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { run } from '../../../client/cps/run.ts';
import { Interrupted } from '../../../client/cps/terminal/failure.ts';
import type { InputStream, Machine, Output } from '../../../client/cps/terminal/machine.ts';
import { KEY, KEY_ID, type Site } from './played-site.ts';

export interface Desk {
  /** An empty home, removed after the test. */
  home: string;
  env?: Record<string, string>;
  /** Piped standard input. */
  stdin?: string;
  /** Another program keeps the pipe open and may write to it. */
  isPipeOpen?: boolean;
  /** Standard input and output are a terminal. */
  isTTY?: boolean;
  /** Replaces sleeping; gets its duration in milliseconds. */
  onSleep?: (milliseconds: number) => void | Promise<void>;
}

export function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'cps-home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** Settings in place of a login. */
export const keyFor = (site: Pick<Site, 'url'>) => ({ CPS_SITE_URL: site.url, CPS_API_KEY_ID: KEY_ID, CPS_API_KEY: KEY });

/** `cps` in this process, with its own home. Nothing waits: sleeping advances the clock. */
export function startCps(words: readonly string[], desk: Desk) {
  const controller = new AbortController();
  const out = capture(desk.isTTY);
  const err = capture(desk.isTTY);
  const stdin = new PassThrough() as PassThrough & InputStream & { isRaw?: boolean };
  if (desk.isTTY) Object.assign(stdin, { isTTY: true, setRawMode: (isRaw: boolean) => Object.assign(stdin, { isRaw }) });
  else if (!desk.isPipeOpen) stdin.end(desk.stdin ?? '');
  const opened: string[] = [];
  const slept: number[] = [];
  let passed = 0;
  const interrupt = () => controller.abort(new Interrupted());
  const machine: Machine = {
    version: '1.2.3',
    env: desk.env ?? {},
    platform: 'linux',
    homeFolder: desk.home,
    stdin,
    stdout: out.stream,
    stderr: err.stream,
    now: () => Date.now() + passed,
    async sleep(milliseconds, signal) {
      slept.push(milliseconds);
      await desk.onSleep?.(milliseconds);
      passed += milliseconds;
      await new Promise(setImmediate);
      signal.throwIfAborted();
    },
    openInBrowser: (url) => opened.push(url),
    signal: controller.signal,
    interrupt,
  };
  return {
    exit: run(words, machine),
    stdout: out.text,
    stderr: err.text,
    /** All output, with terminal escapes. */
    raw: () => out.raw() + err.raw(),
    stdin,
    interrupt,
    opened,
    slept,
  };
}

/** Runs it to its end. */
export async function cps(words: readonly string[], desk: Desk) {
  const started = startCps(words, desk);
  const exit = await started.exit;
  return { exit, stdout: started.stdout(), stderr: started.stderr(), opened: started.opened, slept: started.slept };
}

function capture(isTTY = false) {
  let written = '';
  const stream = new PassThrough() as PassThrough & Output;
  if (isTTY) Object.assign(stream, { isTTY: true, columns: 120 });
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    written += chunk;
  });
  return { stream, raw: () => written, text: () => stripVTControlCharacters(written) };
}
