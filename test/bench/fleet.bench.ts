import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { NODE, PROJECT } from '../../local/machine/environment.ts';
import { certificateFor } from '../agent/a-certificate.ts';
import { identity } from '../lambdas/agent-api/an-agent.ts';
import { count, decimals, type Measurement, type Size, time } from './driver/measurement.ts';
import { startService } from './fleet/service-in-memory.ts';

// How long a machine that was just enrolled takes to serve all names of its server: until its agent, a process of its own, has
// fetched, stored and seen each of them on its own web server, and has reported so. The service is its own code on a table in
// memory, on the same machine; on AWS each page of fifty names takes some tenths of a second longer.

const NAMES = { short: 100, long: 5_000 };
/** Names in an answer (lambdas/model/servers/change-list.store.ts). */
const IN_A_PAGE = 50;
const MOST_SECONDS = 60;
const MOST_MEGABYTES = 400;
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
    time('seconds until then', seconds, { atMost: MOST_SECONDS }, decimals(1)),
    time('megabytes of its agent and web server', megabytes, { atMost: MOST_MEGABYTES }, decimals(0)),
    // The last page may be full, and then an empty one follows; between two reports a quiet poll.
    count('polls', polls, { atMost: pages + Math.ceil(seconds / 2) + 2 }),
    count('reports of what it serves', reports, { atMost: 2 }),
    // Beside these, each page of released keys is put on record by one transaction.
    count('writes of it to the table', transactions - pages, { atMost: 2 }),
  ];
}
