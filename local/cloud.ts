import { rmSync } from 'node:fs';
import type { ComponentName } from './components.ts';
import { type Connection, dnsManagementUrl } from './connection.ts';
import { type DnsClient, dnsClient } from './dns-client.ts';
import { requireFreePorts } from './machine/free-ports.ts';
import type { PortRange } from './machine/ports.ts';
import { keepPrivate } from './machine/private-files.ts';
import { runSteps } from './machine/progress.ts';
import { forgetState, isComplete, makeStateDir, markComplete, stateDir } from './machine/state-dir.ts';
import type { Component } from './processes/component.ts';
import { handBack, takeOver } from './processes/process-table.ts';
import { type CloudValues, deployService, requireBuilt, type Start, startSteps } from './start-steps.ts';

export interface CloudOptions extends CloudValues {
  stateDir: string;
  /** For the words about a taken port. */
  range: PortRange;
  /** Forget what an earlier start left. */
  reset?: boolean;
  /** Ends a start in the middle, as a failure does: nothing of it is left. */
  signal?: AbortSignal;
}

/** A local cloud that is up. */
export interface Cloud {
  connection: Connection;
  dns: DnsClient;
  component(name: ComponentName): Component;
  /** Deploys the app again, if its sources have changed; what runs is kept. */
  redeploy(): Promise<'deployed' | 'unchanged'>;
  /** Ends every process and keeps the state. */
  stop(): Promise<void>;
  /** Resolves, with what to tell, when one of its programs ends by itself. */
  crashed: Promise<string>;
}

/** Starts the local cloud, deploys this app into it and creates what one needs to begin. On failure nothing is left running. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const state = stateDir(options.stateDir);
  keepPrivate(state);
  await takeOver(state);
  if (options.reset || !isComplete(state)) forgetState(state);
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  const crash = Promise.withResolvers<string>();
  const start: Start = { ...options, state, signal, onCrash: crash.resolve };
  // A step that waits for a program to become healthy gives up when the program has ended.
  signal.addEventListener('abort', () => void start.components?.stopAll());
  try {
    await requireFreePorts(options.ports, options.range);
    makeStateDir(state);
    await runSteps(startSteps(start), () => failed.abort());
    markComplete(state);
    return upAndRunning(start, crash.promise);
  } catch (error) {
    await end(start);
    if (!isComplete(state)) forgetState(state);
    throw error;
  }
}

function upAndRunning(start: Start, crashed: Promise<string>): Cloud {
  return {
    connection: requireBuilt(start.connection),
    dns: dnsClient(dnsManagementUrl(start.ports)),
    component: (name) => requireBuilt(start.components).get(name),
    redeploy: () => deployService(start),
    stop: () => end(start),
    crashed,
  };
}

async function end({ components, state }: Start): Promise<void> {
  rmSync(state.cloud, { force: true });
  await components?.stopAll();
  handBack(state);
}
