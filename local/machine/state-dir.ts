import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Where `npm start` keeps its state and the commands beside it look; relative to the working directory. */
export function startFolder(env: NodeJS.ProcessEnv = process.env): string {
  return env.CPS_STATE_DIR || '.local';
}

/** Where a local cloud keeps what it knows. Tools and logs lie beside it and outlive a reset. */
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

/** True once a first start came to its end: what an interrupted one left is no state. */
export function isComplete(state: StateDir): boolean {
  return existsSync(state.complete);
}

export function markComplete(state: StateDir): void {
  writeFileSync(state.complete, `${new Date().toISOString()}\n`);
}

/** Everything a start has made but tools and logs; `starter` and `processes` belong to whoever runs now. */
export function forgetState(state: StateDir): void {
  // The marker goes first: interrupted here, the rest is recognised as half-written.
  const { complete, root: _root, logs: _logs, starter: _starter, processes: _processes, ...others } = state;
  for (const path of [complete, ...Object.values(others)]) rmSync(path, { recursive: true, force: true });
}

export function makeStateDir(state: StateDir): void {
  // What an earlier run unpacked here (the Lambdas' code) is unpacked again from the state.
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
  // MiniStack's Lambda worker is CommonJS, and would take the project's package.json, which says otherwise, for its own.
  writeFileSync(join(state.scratch, 'package.json'), '{}');
}
