import { arrivalsOf, aWorld } from './ca-queue/a-million-names.ts';
import { report } from './ca-queue/report.ts';
import { simulateQueue } from './ca-queue/simulation.ts';

// A million names of 2,000 organizations, one of them bulk and one hostile, at one account of Let's Encrypt, in virtual time.

const SHAPE = { names: 1_000_000, organizations: 2_000, seed: 16 };
const startedAt = Date.now();
const { arrivals, days } = arrivalsOf(SHAPE);
const { world, refused, served } = aWorld(SHAPE);
const { orders, endedMs } = simulateQueue(arrivals, world);
console.log(report(served));
console.log(`${orders} orders in ${(endedMs / 86_400_000).toFixed(0)} days, in which the names came over ${days.toFixed(0)}.`);
console.log(`Beyond the account's limit: ${refused.account}. Beyond an organization's: ${refused.organization}.`);
console.log(`It took ${((Date.now() - startedAt) / 1000).toFixed(0)} s.`);
if (refused.account + refused.organization > 0 || served.length !== SHAPE.names) process.exitCode = 1;
