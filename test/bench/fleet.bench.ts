import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { NODE, PROJECT } from '../../local/machine/environment.ts';
import { certificateFor } from '../agent/a-certificate.ts';
import { identity } from '../lambdas/agent-api/an-agent.ts';
import { count, decimals, type Measurement, type Size, time } from './driver/measurement.ts';
import { startService } from './fleet/service-in-memory.ts';

// Time until a newly enrolled machine serves all names of its server: until its agent, a separate process, has fetched and stored
// each certificate, has seen it on its web server, and has reported that. The service is its own code with a table in memory, on
// the same machine; on AWS each page of fifty names takes some tenths of a second longer.

const NAMES = { short: 100, long: 5_000 };
/** Page size (lambdas/model/servers/change-list.store.ts). */
const IN_A_PAGE = 50;
const MAX_SECONDS = 60;
const MAX_MEGABYTES = 400;
const PATIENCE_MS = 180_000;

export async function run(size: Size): Promise<Measurement[]> {
  const names = NAMES[size];
  const certificates = Array.from({ length: names }, (_, number) => certificateFor(`h${number}.customer.com`));
  const service = await startService(certificates, { patienceMs: PATIENCE_MS });
  const began = performance.now();
  const child = spawn(NODE, ['test/bench/fleet/new-machine.ts'], {
    cwd: PROJECT,
    env: {
      ...process.env,
      MACHINE_IDENTITY: JSON.stringify({ ...identity, enrollment: { ...identity.enrollment, site: service.site } }),
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = text(child.stdout);
  const isServed = await Promise.race([service.served(names), once(child, 'exit').then(() => false)]);
  const seconds = (performance.now() - began) / 1000;
  child.stdin.end();
  const megabytes = Number(await said) / 1024;
  service.stop();
  const { polls, reports, transactions } = service.counts();
  const pages = Math.ceil(names / IN_A_PAGE);
  return [
    count('names that a new machine serves', isServed ? names : 0, { atLeast: names }),
    time('seconds until then', seconds, { atMost: MAX_SECONDS }, decimals(1)),
    time('megabytes of its agent and web server', megabytes, { atMost: MAX_MEGABYTES }, decimals(0)),
    // A full last page is followed by an empty one; idle polls come between two reports.
    count('polls', polls, { atMost: pages + Math.ceil(seconds / 2) + 2 }),
    count('reports of what it serves', reports, { atMost: 2 }),
    // In addition, one transaction per page records the released keys.
    count('writes of it to the table', transactions - pages, { atMost: 2 }),
  ];
}
