import { parseArgs } from 'node:util';
import { type Measurement, type Size, time } from './driver/measurement.ts';
import { DAYS_OF_100_MILLION, SHORT_WORST_DAYS, SHORT_YEAR, WORST_DAYS, YEAR } from './renewals/inputs.ts';
import { promises, promisesOfShards, promisesOfWorstDays, report, reportOfWorstDays } from './renewals/report.ts';
import { simulate } from './renewals/simulation.ts';
import { bunched, burst, evenly, promisesOfZone, writeProofs } from './renewals/zone-writes.ts';

// Ten million domains over 400 days in virtual time: expiries, orders at the CA and cost per domain; the worst days of such a
// year: the hottest keys of the table; and an hour of a million domains with DNS validation: the calls to Route 53. Decisions are
// the service's own; test/bin/admin/prices/counts.test.ts checks what AWS counts of each.

const MAX_CPU_SECONDS = 120;

export async function run(size: Size, args: readonly string[]): Promise<Measurement[]> {
  const { pace, extent } = given(args);
  const [year, worstDays] = size === 'long' ? [YEAR, WORST_DAYS] : [SHORT_YEAR, SHORT_WORST_DAYS];
  const world = await simulate({ ...year, ...pace, ...extent });
  console.log(report(world));
  const worst = await simulate({ ...worstDays, ...pace });
  console.log(reportOfWorstDays(worst));
  const hundredMillion = await simulate(DAYS_OF_100_MILLION);
  // CPU time, which other load on the machine does not change.
  const { user, system } = process.cpuUsage();
  const seconds = time('seconds of one core', (user + system) / 1e6, { atMost: MAX_CPU_SECONDS });
  const zone = [
    ...promisesOfZone('a million by DNS, evenly', await writeProofs(evenly(1))),
    ...promisesOfZone('a million by DNS, all at once', await writeProofs(bunched(1))),
    ...promisesOfZone('600 orders by DNS a minute', await writeProofs(burst())),
  ];
  return [...promises(world), ...promisesOfWorstDays(worst), ...promisesOfShards(hundredMillion), ...zone, seconds];
}

/** For example `--domains 1000000 --orders-per-minute 60`. */
function given(args: readonly string[]) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { domains: text, simulated: text, days: text, 'orders-per-minute': text, 'lifetime-days': text },
  });
  const numbers = (fields: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, Number(value)]])));
  return {
    pace: numbers({ ordersPerMinute: values['orders-per-minute'], lifetimeDays: values['lifetime-days'] }),
    extent: numbers({ domains: values.domains, simulated: values.simulated, days: values.days }),
  };
}
