import { BENCHES, type BenchName } from '../benches.ts';
import type { Size } from './measurement.ts';

// The process of one bench. It sends its measurements to bench.ts, its parent.

const [name = '', size = '', ...args] = process.argv.slice(2);
const { run } = await BENCHES[name as BenchName].load();
const measurements = await run(size as Size, args);
process.send?.(measurements);
process.disconnect?.();
