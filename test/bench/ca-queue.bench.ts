import { arrivalsOf, aWorld, MILLION } from './ca-queue/a-million-names.ts';
import { report } from './ca-queue/report.ts';
import { simulateQueue } from './ca-queue/simulation.ts';
import { count, type Measurement, type Size } from './driver/measurement.ts';

// A million names of 2,000 organizations, one of them bulk and one hostile, with one Let's Encrypt account, in virtual time.

export async function run(size: Size): Promise<Measurement[]> {
  const shape = size === 'long' ? MILLION : { ...MILLION, names: 100_000, organizations: 200 };
  const { arrivals, days } = arrivalsOf(shape);
  const { world, refused, served } = aWorld(shape);
  const { orders, endedMs } = simulateQueue(arrivals, world);
  console.log(report(served));
  console.log(`${orders} orders in ${(endedMs / 86_400_000).toFixed(0)} days, in which the names came over ${days.toFixed(0)}.`);
  return [
    count('names without an order', shape.names - served.length, { atMost: 0 }),
    count("orders beyond the account's limit", refused.account, { atMost: 0 }),
    count("orders beyond an organization's limit", refused.organization, { atMost: 0 }),
  ];
}
