import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cloud } from '../../local/cloud.ts';
import type { ComponentName } from '../../local/components.ts';
import type { Ports } from '../../local/machine/ports.ts';
import type { StateDir } from '../../local/machine/state-dir.ts';
import { lastSavedAt } from '../../local/processes/ministack.ts';
import { takeUp } from '../../local/take-up.ts';

/** A program that is killed, and brought up again as whoever runs it would. */
export interface Victim {
  name: string;
  title: string;
  /** `kill -9`, and what follows. Answers how many processes were killed. */
  strike(target: Target): Promise<number>;
}
export interface Target {
  cloud: Cloud;
  state: StateDir;
  ports: Ports;
}

/** The program stays away so long: others meet its absence. */
const ABSENCE_MS = 2_000;
const LAMBDA_EVERY_MS = 400;
const LAMBDAS = 20;

export const VICTIMS: Victim[] = [
  { name: 'ministack', title: 'AWS (MiniStack)', strike: strikeAws },
  program('pebble', 'CA (Pebble)'),
  program('dns', 'DNS'),
  program('front-door', 'front door (Caddy)'),
  program('web-server', 'web server (Caddy)'),
  program('agent', 'agent'),
  { name: 'lambdas', title: `${LAMBDAS} Lambdas in flight`, strike: strikeLambdas },
];

function program(name: ComponentName, title: string): Victim {
  const strike = async ({ cloud }: Target) => {
    await cloud.component(name).kill();
    await sleep(ABSENCE_MS);
    await cloud.component(name).start();
    return 1;
  };
  return { name, title, strike };
}

/** And what `npm start` does after it has started MiniStack again. */
async function strikeAws({ cloud, state, ports }: Target): Promise<number> {
  const aws = cloud.component('ministack');
  await aws.kill();
  await sleep(ABSENCE_MS);
  const savedAt = lastSavedAt(state);
  await aws.start();
  await takeUp(ports.aws, savedAt);
  return 1;
}

/** One after the other, whatever they are doing; MiniStack begins others. */
async function strikeLambdas({ cloud }: Target): Promise<number> {
  let killed = 0;
  for (let n = 0; n < LAMBDAS; n += 1) {
    const running = lambdaProcesses(cloud);
    const victim = running[Math.floor((n * 7) % Math.max(1, running.length))];
    if (victim !== undefined && killIfThere(victim)) killed += 1;
    await sleep(LAMBDA_EVERY_MS);
  }
  return killed;
}

/**
 * The Node processes in the process group of MiniStack: those of Lambdas whose name, as CDK makes it of their construct, has this
 * part.
 */
export function lambdaProcesses(cloud: Cloud, part = ''): number[] {
  const leader = cloud.component('ministack').pid();
  const table = execFileSync('ps', ['-eo', 'pid=,pgid=,args='], { encoding: 'utf8', maxBuffer: 16 * 1024 ** 2 });
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/));
  return rows
    .filter(([pid, group, command]) => Number(group) === leader && Number(pid) !== leader && command === 'node')
    .filter((row) => row.slice(3).some((argument) => argument.includes(part)))
    .map(([pid]) => Number(pid));
}

export function killIfThere(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false; // it has ended since
  }
}
