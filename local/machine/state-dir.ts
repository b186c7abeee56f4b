import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** State folder of `npm start` and its commands, relative to the working directory. */
export function startFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.CPS_STATE_DIR || '.local';
}

/** Paths of a local cloud's state. Tools and logs are beside it and survive a reset. */
export function stateDir(folder: string) {
  const path = (name: string) => join(resolve(folder), name);
  return {
    root: resolve(folder),
    logs: path('logs'),
    aws: path('aws'),
    objects: path('objects'),
    scratch: path('scratch'),
    pebble: path('pebble'),
    caddy: path('caddy'),
    agent: path('agent'),
    dns: path('dns'),
    signIn: path('sign-in'),
    mails: path('mails'),
    cloudAssembly: path('cdk.out'),
    stage: path('local.json'),
    deployed: path('deployed.json'),
    cloud: path('cloud.json'),
    connection: path('connection.json'),
    environment: path('connection.env'),
    recordedRequests: path('recorded-requests.jsonl'),
    runFacts: path('run-facts.json'),
    recordedCounts: path('recorded-requests.jsonl.counts.json'),
    complete: path('complete'),
    starter: path('starter.json'),
    processes: path('processes.json'),
  };
}
export type StateDir = ReturnType<typeof stateDir>;

/** True once a first start has completed. The remains of an interrupted one do not count. */
export function isComplete(state: StateDir): boolean {
  return existsSync(state.complete);
}

export function markComplete(state: StateDir): void {
  writeFileSync(state.complete, `${new Date().toISOString()}\n`);
}

/** Deletes everything except tools and logs. `starter` and `processes` belong to the running process. */
export function forgetState(state: StateDir): void {
  // Removed first: if this is interrupted, the rest counts as incomplete.
  const { complete, root: _root, logs: _logs, starter: _starter, processes: _processes, ...others } = state;
  for (const path of [complete, ...Object.values(others)]) rmSync(path, { recursive: true, force: true });
}

export function makeStateDir(state: StateDir): void {
  // An earlier run's unpacked Lambda code. It is unpacked again from the state.
  rmSync(state.scratch, { recursive: true, force: true });
  for (const folder of [
    state.logs,
    state.aws,
    state.objects,
    state.scratch,
    state.pebble,
    state.caddy,
    state.dns,
    state.signIn,
    state.mails,
  ]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
  // MiniStack's Lambda worker is CommonJS. Without this file it would use the project's package.json, which says ES modules.
  writeFileSync(join(state.scratch, 'package.json'), '{}');
}
