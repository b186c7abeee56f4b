import { parseArgs } from 'node:util';
import { YEAR } from './renewals/inputs.ts';
import { promises, report } from './renewals/report.ts';
import { simulate } from './renewals/simulation.ts';

// Ten million domains over 400 days in virtual time: what expires, how many orders the CA gets, how hot the table's keys become, and what a
// domain costs. Decisions are the service's own; what AWS counts of each is held by test/admin/prices/counts.test.ts.

const { values } = parseArgs({
  options: {
    domains: { type: 'string', default: String(YEAR.domains) },
    simulated: { type: 'string', default: String(YEAR.simulated) },
    days: { type: 'string', default: String(YEAR.days) },
    'orders-per-minute': { type: 'string', default: String(YEAR.ordersPerMinute) },
    'lifetime-days': { type: 'string', default: String(YEAR.lifetimeDays) },
  },
});

const startedAt = Date.now();
const world = await simulate({
  ...YEAR,
  domains: Number(values.domains),
  simulated: Number(values.simulated),
  days: Number(values.days),
  ordersPerMinute: Number(values['orders-per-minute']),
  lifetimeDays: Number(values['lifetime-days']),
});
const seconds = (Date.now() - startedAt) / 1000;
// Of one core: what else the machine does takes from the others' patience, not from the promise.
const { user, system } = process.cpuUsage();
const cpuSeconds = (user + system) / 1e6;
console.log(report(world));
console.log(`\nIt took ${seconds.toFixed(0)} s, ${cpuSeconds.toFixed(0)} s of one core.`);
for (const [promise, isHeld] of promises(world, cpuSeconds)) {
  console.log(`${isHeld ? 'held  ' : 'MISSED'}  ${promise}`);
  if (!isHeld) process.exitCode = 1;
}
