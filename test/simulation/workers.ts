import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { PlayedSeeds, Seeds } from './play-seeds.ts';

/** Plays seeds on all cores: each worker has a share of them, until one fails or the time is over. */
export class Workers {
  readonly #isFound = new Int32Array(new SharedArrayBuffer(4));
  readonly #workers = Array.from(
    { length: availableParallelism() },
    () =>
      new Worker(new URL('./play-seeds.ts', import.meta.url), {
        workerData: this.#isFound.buffer,
        // A world lives for a second: with a large young generation its objects die before they would be copied.
        resourceLimits: { maxYoungGenerationSizeMb: 96 },
      }),
  );

  async play(seeds: Omit<Seeds, 'step'>): Promise<PlayedSeeds> {
    Atomics.store(this.#isFound, 0, 0);
    const parts = await Promise.all(
      this.#workers.map(async (worker, at) => {
        const ended = once(worker, 'message') as Promise<[PlayedSeeds]>;
        worker.postMessage({ ...seeds, from: seeds.from + at, step: this.#workers.length } satisfies Seeds);
        return (await ended)[0];
      }),
    );
    const failed = parts.flatMap(({ failed: seed = [] }) => seed).toSorted((one, other) => one - other)[0];
    const sum = (count: (part: PlayedSeeds) => number) => parts.reduce((total, part) => total + count(part), 0);
    return { seeds: sum((part) => part.seeds), calls: sum((part) => part.calls), ...(failed !== undefined && { failed }) };
  }

  async end(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.terminate()));
  }
}
