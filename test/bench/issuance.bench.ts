import type { Contender } from './contender.ts';
import { acmeClient } from './issue-with-acme-client.ts';
import { ours } from './issue-with-ours.ts';
import { startPebble } from './pebble.ts';

const CERTIFICATES = 100;
const AT_ONCE = 16;
/** They take turns, so that whatever else the machine does meets both. */
const ROUNDS = 3;
const WARM_UP = 10;
const GOAL = 1.25;

interface Total {
  certificates: number;
  ms: number;
  /** Of this process, the CA's own work apart. */
  cpuMs: number;
  requests: number;
}

async function measure(contender: Contender, label: string, certificates: number): Promise<Total> {
  const requestsBefore = contender.requests();
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  let next = 0;
  const worker = async () => {
    for (let mine = next++; mine < certificates; mine = next++) await contender.issue(`${label}-${mine}.customer.example`);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuMs = (user + system) / 1000;
  return { certificates, ms: performance.now() - startedAt, cpuMs, requests: contender.requests() - requestsBefore };
}

function perSecond({ certificates, ms }: Total): number {
  return certificates / (ms / 1000);
}

const pebble = await startPebble({ nonceRejectPercent: 5 });
try {
  const contenders = [await ours(pebble), await acmeClient(pebble)];
  const totals = contenders.map((): Total => ({ certificates: 0, ms: 0, cpuMs: 0, requests: 0 }));
  for (const [index, contender] of contenders.entries()) await measure(contender, `warm-${index}`, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, contender] of contenders.entries()) {
      const measured = await measure(contender, `r${round}-${index}`, CERTIFICATES);
      const total = totals[index] as Total;
      total.certificates += measured.certificates;
      total.ms += measured.ms;
      total.cpuMs += measured.cpuMs;
      total.requests += measured.requests;
    }
  }
  console.log(`Certificates from one Pebble: ${ROUNDS} x ${CERTIFICATES}, ${AT_ONCE} at a time`);
  console.table(
    contenders.map(({ name }, index) => {
      const total = totals[index] as Total;
      return {
        '': name,
        'certificates/s': perSecond(total).toFixed(1),
        'CPU ms each': (total.cpuMs / total.certificates).toFixed(1),
        'requests each': (total.requests / total.certificates).toFixed(1),
      };
    }),
  );
  const [mine, theirs] = totals as [Total, Total];
  const ratio = perSecond(mine) / perSecond(theirs);
  console.log(`ratio ${ratio.toFixed(2)}, goal at least ${GOAL}: ${ratio >= GOAL ? 'held' : 'MISSED'}`);
  if (ratio < GOAL) process.exitCode = 1;
} finally {
  await pebble.stop();
}
