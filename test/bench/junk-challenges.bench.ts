import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readLastRun } from '../../agent/machine/last-run.gateway.ts';
import type { DomainResource } from '../../lambdas/model/domains/domain-resource.ts';
import type { Cloud } from '../../local/cloud.ts';
import { cloudEnvironment, NODE, PROJECT } from '../../local/machine/environment.ts';
import { administrator } from './administrator.ts';
import { forgetCloud, STATE_DIR, withCloud } from './bench-cloud.ts';
import { count, decimals, type Measurement, type Size, time } from './driver/measurement.ts';
import { flood } from './flood/junk-challenges.ts';

// The effect of a flood of unknown challenges at one server's web server on another server: the time to a first certificate. All
// programs share this machine, so it is compared with the time during an equal load that the same web server answers by itself.
// Meanwhile the attacked server gets a first certificate for one of the flooded hostnames.

const ROUNDS = { short: 2, long: 7 };
/** Total bound, independent of the rounds. */
const JUNK = { perSecond: 1_000, most: 60_000 };
const MIN_PER_SECOND = 900;
const MAX_TIMES = 1.5;
/** The attacked server's own certificate waits for its agent's limit of five lookups a second, and for a busy web server. */
const MAX_TIMES_ATTACKED = 3;
/** The agent's limit on challenge lookups. */
const QUESTIONS_PER_SECOND = 5;
const PATIENCE_MS = 60_000;

type Server = { id: number; address: string; cnameTarget: string };

async function ask<Answer = DomainResource>({ connection }: Cloud, path: string, body?: object): Promise<Answer> {
  const headers = { 'x-api-key-id': connection.api_key_id, 'x-api-key': connection.api_key, 'content-type': 'application/json' };
  const init = body && { method: 'POST', body: JSON.stringify(body) };
  return (await (await fetch(`${connection.base_url}${path}`, { headers, ...init })).json()) as Answer;
}

/** Seconds until the hostname is active; its CNAME already points to the server. */
async function secondsToActive(
  cloud: Cloud,
  { id, cnameTarget }: Pick<Server, 'id' | 'cnameTarget'>,
  url: string,
): Promise<number> {
  await cloud.dns.set(url, 'CNAME', [cnameTarget]);
  const startedAt = performance.now();
  const created = await ask(cloud, '/domains', { url, server_id: id });
  for (;;) {
    const domain = await ask(cloud, `/domains/${created.id}`);
    if (domain.ssl_status === 'active') return (performance.now() - startedAt) / 1000;
    if (performance.now() - startedAt > PATIENCE_MS) throw new Error(`${url} is not active: ${JSON.stringify(domain)}`);
    await sleep(100);
  }
}

async function median(rounds: number, once: (round: number) => Promise<number>): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) seconds.push(await once(round));
  return seconds.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN;
}

/** Runs `work` with a second web server and agent (docs/servers/second-server.md). */
async function withSecondServer<T>(work: (server: Server) => Promise<T>): Promise<T> {
  const child = spawn(NODE, ['local/second-server.ts'], {
    cwd: PROJECT,
    env: { ...cloudEnvironment(), CPS_STATE_DIR: STATE_DIR },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    return await work(await serverSaidBy(child.stdout));
  } finally {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
}

async function serverSaidBy(output: NodeJS.ReadableStream): Promise<Server> {
  let said = '';
  for await (const text of output.setEncoding('utf8')) {
    said += text;
    const [, id, address, cnameTarget] = /Server (\d+) is up on (\S+), and its cname_target is (\S+)\. /.exec(said) ?? [];
    if (address !== undefined && cnameTarget !== undefined) return { id: Number(id), address, cnameTarget };
  }
  throw new Error(`the second server has ended: ${said}`);
}

/** Challenge lookups of the second server's agent since its start. */
async function questionsOfAttacked(): Promise<number> {
  const lastRun = await readLastRun(join(PROJECT, STATE_DIR, 'second-server', 'agent'));
  const metrics = await (await fetch(`http://127.0.0.1:${lastRun?.port}/metrics`)).text();
  return Number(/^cps_agent_challenge_questions_total (\d+)$/m.exec(metrics)?.[1]);
}

async function measure(cloud: Cloud, attacked: Server, rounds: number): Promise<Measurement[]> {
  const { connection } = cloud;
  // The bench polls ten times a second whether a domain is active.
  const requests = ['--requests-per-minute', '15000', '--requests-per-hour', '900000'];
  await administrator(STATE_DIR).admin('set-limits', '--organization', connection.organization_id, ...requests);
  const other = { id: connection.server_id, cnameTarget: connection.cname_target };
  const target = { address: attacked.address, port: connection.edge_http_port, ...JUNK };
  const toActive = (when: string) => median(rounds, (n) => secondsToActive(cloud, other, `${when}-${n}.customer.test`));
  await secondsToActive(cloud, attacked, 'known.customer.test');
  await toActive('warm-up');
  const alone = await toActive('alone');

  const hosts = ['known.customer.test', 'attacked.customer.test', 'stranger.customer.test'];
  const plain = flood({ ...target, hosts, pathOf: () => '/' });
  const besidePlain = await toActive('beside-plain');
  await plain.stop();

  const [startedMs, askedBefore] = [performance.now(), await questionsOfAttacked()];
  const junk = flood({ ...target, hosts });
  const ofAttacked = secondsToActive(cloud, attacked, 'attacked.customer.test');
  const besideJunk = await toActive('beside-junk');
  const attackedSeconds = await ofAttacked;
  const { sent, seconds, statuses } = await junk.stop();
  const questions = (await questionsOfAttacked()) - askedBefore;
  const questionSeconds = (performance.now() - startedMs) / 1000;
  const inSeconds = (what: string, value: number, bound = {}) => time(what, value, bound, decimals(2));
  return [
    inSeconds('another server, alone, s', alone),
    inSeconds('another server, beside as many requests that are no challenges, s', besidePlain),
    inSeconds('another server, beside junk challenges, s', besideJunk),
    inSeconds('the same, times that beside other requests', besideJunk / besidePlain, { atMost: MAX_TIMES }),
    inSeconds('the attacked server, its own first certificate, s', attackedSeconds),
    inSeconds('the same, times that of another server beside other requests', attackedSeconds / besidePlain, {
      atMost: MAX_TIMES_ATTACKED,
    }),
    count('questions of the attacked agent to the service, a second', questions / questionSeconds, {
      atMost: QUESTIONS_PER_SECOND,
    }),
    inSeconds('junk challenges a second', sent / seconds, { atLeast: MIN_PER_SECOND }),
    count('junk challenges that were answered as if they were set', statuses[200] ?? 0, { atMost: 0 }),
  ];
}

export async function run(size: Size): Promise<Measurement[]> {
  try {
    return await withCloud({}, (cloud) => withSecondServer((attacked) => measure(cloud, attacked, ROUNDS[size])));
  } finally {
    forgetCloud();
  }
}
