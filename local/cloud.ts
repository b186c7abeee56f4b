import { rmSync } from 'node:fs';
import type { ComponentName } from './components.ts';
import { type Connection, dnsManagementUrl } from './connection.ts';
import { type DnsClient, dnsClient } from './dns-client.ts';
import { requireFreePorts } from './machine/free-ports.ts';
import type { PortRange } from './machine/ports.ts';
import { makeStatePrivate } from './machine/private-files.ts';
import { runSteps } from './machine/progress.ts';
import { forgetState, isComplete, makeStateDir, markComplete, stateDir } from './machine/state-dir.ts';
import type { Component } from './processes/component.ts';
import { claimStateDir, releaseStateDir } from './processes/process-table.ts';
import { type CloudValues, deployService, requireStepResult, type Start, startSteps } from './start-steps.ts';

export interface CloudOptions extends CloudValues {
  stateDir: string;
  /** Named in errors about a taken port. */
  range: PortRange;
  /** Delete the state of an earlier start. */
  reset?: boolean;
  /** Aborts the start. As after a failure, nothing of it remains. */
  signal?: AbortSignal;
}

export interface Cloud {
  connection: Connection;
  dns: DnsClient;
  component(name: ComponentName): Component;
  /** Deploys the app again if its sources have changed. State is preserved. */
  redeploy(): Promise<'deployed' | 'unchanged'>;
  /** Ends all processes and preserves the state. */
  stop(): Promise<void>;
  /** Resolves with a message when one of its programs crashes. */
  crashed: Promise<string>;
}

/** Starts the local cloud, deploys the app and creates the first organization. After a failure nothing is left running. */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const state = stateDir(options.stateDir);
  makeStatePrivate(state);
  await claimStateDir(state);
  if (options.reset || !isComplete(state)) forgetState(state);
  const failed = new AbortController();
  const signal = AbortSignal.any([failed.signal, ...(options.signal ? [options.signal] : [])]);
  const crash = Promise.withResolvers<string>();
  const start: Start = { ...options, state, signal, onCrash: crash.resolve };
  // A step that waits for a program's health fails when the program ends.
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
    connection: requireStepResult(start.connection),
    dns: dnsClient(dnsManagementUrl(start.ports)),
    component: (name) => requireStepResult(start.components).get(name),
    redeploy: () => deployService(start),
    stop: () => end(start),
    crashed,
  };
}

async function end({ components, state }: Start): Promise<void> {
  rmSync(state.cloud, { force: true });
  await components?.stopAll();
  releaseStateDir(state);
}
