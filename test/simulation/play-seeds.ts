import { parentPort, workerData } from 'node:worker_threads';
import { mattersIn } from './guards.ts';
import { playWorld } from './play.ts';
import type { Play } from './world.ts';

/** Seeds for one worker: every `step`th. */
export interface Seeds {
  play: Omit<Play, 'seed'>;
  from: number;
  step: number;
  seconds: number;
}
export interface PlayedSeeds {
  seeds: number;
  calls: number;
  failed?: number;
}

/** Capturing a stack costs as much as a call, and lost races throw often. A replay of the failed seed has stacks. */
Error.stackTraceLimit = 0;

/** Set when another worker has found a failing seed. */
const isFound = new Int32Array(workerData as SharedArrayBuffer);

parentPort?.on('message', async ({ play, from, step, seconds }: Seeds) => {
  const endsAt = Date.now() + seconds * 1000;
  const played: PlayedSeeds = { seeds: 0, calls: 0 };
  for (let seed = from; Date.now() < endsAt && Atomics.load(isFound, 0) === 0; seed += step) {
    if (play.withoutGuard && !mattersIn(play.withoutGuard, seed)) continue;
    const { calls, violations } = await playWorld({ ...play, seed });
    played.seeds += 1;
    played.calls += calls;
    if (violations.length === 0) continue;
    played.failed = seed;
    Atomics.store(isFound, 0, 1);
  }
  parentPort?.postMessage(played);
});
