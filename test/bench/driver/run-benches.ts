import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchName } from '../benches.ts';
import type { Measurement, Size } from './measurement.ts';
import type { Outcome } from './outcome.ts';

const RUNNER = fileURLToPath(new URL('run-one.ts', import.meta.url));

export interface Run {
  size: Size;
  /** Time-out of a bench: one that hangs must not keep the others from running. */
  minutes: number;
  /** For the bench itself, if only one runs. */
  args: readonly string[];
  print: (line: string) => void;
}

export type RunOne = (name: BenchName, run: Run) => Promise<readonly Measurement[]>;

/** Runs the benches one after another, also after failures. */
export async function runBenches(names: readonly BenchName[], run: Run, runOne: RunOne = inOwnProcess): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, bench] of names.entries()) {
    run.print(`\n[${index + 1}/${names.length}] ${bench}`);
    const startedAt = performance.now();
    const outcome = await runOne(bench, run).then(
      (measurements): Outcome => ({ bench, measurements }),
      (error): Outcome => ({ bench, measurements: [], failure: error instanceof Error ? error.message : String(error) }),
    );
    outcomes.push(outcome);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
    run.print(`[${index + 1}/${names.length}] ${bench}: ${outcome.failure ?? 'ran to its end'}, ${seconds} s`);
  }
  return outcomes;
}

/** Each bench is a process, so that a crash affects no other, and its CPU time is its own. */
async function inOwnProcess(name: BenchName, { size, minutes, args }: Run): Promise<readonly Measurement[]> {
  const { promise, resolve, reject } = Promise.withResolvers<readonly Measurement[]>();
  const child = fork(RUNNER, [name, size, ...args]);
  let isLate = false;
  const late = setTimeout(() => {
    isLate = true;
    child.kill();
  }, minutes * 60_000);
  let measurements: readonly Measurement[] | undefined;
  child.on('message', (message) => {
    measurements = message as readonly Measurement[];
  });
  child.on('error', reject);
  child.on('exit', (code, signal) => {
    clearTimeout(late);
    if (isLate) reject(new Error(`stopped after ${minutes} minutes`));
    else if (measurements && code === 0) resolve(measurements);
    else reject(new Error(`ended with ${signal ?? code}`));
  });
  return promise;
}
