import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { installCertbot, installLego, installPythonTools, locateTools } from '../../local/machine/tools.ts';
import { type Bound, count, decimals, type Measurement, type Size, time } from './driver/measurement.ts';
import { type Contender, MAX_BEGUN_AGAIN } from './issuance/contender.ts';
import { type Issued, issue, issueInTurns, perSecond, ratio, requestsEach, sum } from './issuance/issue-rounds.ts';
import { caddy } from './issuance/issue-with-caddy.ts';
import { certbot, lego } from './issuance/issue-with-programs.ts';
import { type Pebble, startPebble } from './pebble.ts';

// Certificates from one Pebble, which rejects one nonce in twenty and adds no delays.

/** Other programs run in the long form only, one round each: they take seconds. */
const SIZES = {
  short: { rounds: 1, certificates: 16 },
  long: { rounds: 10, certificates: 30 },
};
/** Certificates per second of the service, relative to the other's. */
const MIN_RATIO = new Map([
  ['acme-client, tuned', 1.25],
  ['a bare flow', 0.8],
]);
/** Five calls besides the polls of the order (docs/decisions/0003-own-acme-calls.md), and one more per rejected nonce. */
const MAX_REQUESTS_EACH = 6;

export async function run(size: Size): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'issuers-'));
  const pebble = await startPebble({ nonceRejectPercent: 5 });
  try {
    const [mine, ...others] = await issueInTurns(pebble, SIZES[size]);
    const besides: Issued[] = [];
    for (const [index, contender] of (size === 'long' ? await programs(pebble, folder) : []).entries())
      besides.push({ contender, rounds: [await issue(pebble, contender, `p${index}`, contender.certificates)] });
    return [
      ...measured(mine, { atMost: MAX_REQUESTS_EACH }),
      ...others.flatMap((other) => [...measured(other), compared(mine, other)]),
      ...besides.flatMap((other) => [...measured(other), compared({ ...mine, rounds: [sum(mine.rounds)] }, other)]),
    ];
  } finally {
    await pebble.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

function measured({ contender: { name, manner, begunAgain }, rounds }: Issued, requests: Bound = {}): Measurement[] {
  const total = sum(rounds);
  return [
    count(`${name}, requests for each certificate beside looks at its order`, requestsEach(total), requests, decimals(2)),
    time(`${name}, looks at each order`, total.looks / total.certificates, {}, decimals(2)),
    time(`${name}, certificates/s, ${manner}`, perSecond(total), {}, decimals(1)),
    ...(begunAgain
      ? [
          time(`${name}, CPU ms for each`, total.cpuMs / total.certificates, {}, decimals(1)),
          time(`${name}, begun again after a lost answer`, begunAgain(), { atMost: MAX_BEGUN_AGAIN }),
        ]
      : []),
  ];
}

function compared(mine: Issued, { contender: { name }, rounds }: Issued): Measurement {
  const atLeast = MIN_RATIO.get(name);
  return time(
    `certificates/s, ours to ${name}`,
    ratio(mine.rounds, rounds),
    atLeast === undefined ? {} : { atLeast },
    decimals(2),
  );
}

/** A program that cannot be installed on this machine is left out, with a message. */
async function programs(pebble: Pebble, folder: string): Promise<Contender[]> {
  const installation = { logs: folder, signal: undefined };
  const makers: [string, () => Promise<Contender>][] = [
    ['certbot', async () => certbot(pebble, await installCertbot(installation), folder)],
    ['lego', async () => lego(pebble, await installLego(installation), folder)],
    ['Caddy', async () => caddy(pebble, locateTools(await installPythonTools(installation), '').caddy, folder)],
  ];
  const made: Contender[] = [];
  for (const [name, make] of makers) {
    try {
      made.push(await make());
    } catch (error) {
      console.log(styleText('yellow', `${name} is left out: ${error instanceof Error ? error.message.split('\n')[0] : error}`));
    }
  }
  return made;
}
