import { setTimeout as sleep } from 'node:timers/promises';
import type { Cloud } from '../../local/cloud.ts';
import type { ComponentName } from '../../local/components.ts';
import type { Ports } from '../../local/machine/ports.ts';
import type { StateDir } from '../../local/machine/state-dir.ts';
import { lastSavedAt } from '../../local/processes/ministack.ts';
import { resumeAfterRestart } from '../../local/resume-after-restart.ts';

/** A program to be killed, and restarted like in production. */
export interface Victim {
  name: string;
  title: string;
  /** `kill -9`, and the restart. */
  strike(target: Target): Promise<void>;
}
export interface Target {
  cloud: Cloud;
  state: StateDir;
  ports: Ports;
}

/** Downtime of the program, so that others notice it. */
const ABSENCE_MS = 2_000;

export const VICTIMS: Victim[] = [
  { name: 'ministack', title: 'AWS (MiniStack)', strike: strikeAws },
  program('pebble', 'CA (Pebble)'),
  program('dns', 'DNS'),
  program('front-door', 'front door (Caddy)'),
  program('web-server', 'web server (Caddy)'),
  program('agent', 'agent'),
];

function program(name: ComponentName, title: string): Victim {
  const strike = async ({ cloud }: Target) => {
    await cloud.component(name).kill();
    await sleep(ABSENCE_MS);
    await cloud.component(name).start();
  };
  return { name, title, strike };
}

/** Also repeats what `npm start` does after it has restarted MiniStack. */
async function strikeAws({ cloud, state, ports }: Target): Promise<void> {
  const aws = cloud.component('ministack');
  await aws.kill();
  await sleep(ABSENCE_MS);
  const savedAt = lastSavedAt(state);
  await aws.start();
  await resumeAfterRestart(ports.aws, savedAt);
}
