import { existsSync, readFileSync } from 'node:fs';
import type { CloudFile, Connection } from './connection.ts';
import { type StateDir, startFolder, stateDir } from './machine/state-dir.ts';

/** What the cloud that `npm start` runs says of itself; undefined while none runs. */
export function findCloud(state: StateDir = stateDir(startFolder())): CloudFile | undefined {
  return read<CloudFile>(state.cloud);
}

/** Throws, with the remedy, when no local cloud runs. */
export function runningCloud(state?: StateDir): CloudFile {
  return findCloud(state) ?? doesNotRun();
}

/** What an integrator knows of the running cloud. Throws, with the remedy, when none runs or it is still starting. */
export function runningConnection(state: StateDir = stateDir(startFolder())): Connection {
  // `connection.json` outlives the cloud, and `cloud.json` is there before the first organization is.
  return (findCloud(state) && read<Connection>(state.connection)) ?? doesNotRun();
}

function read<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}

function doesNotRun(): never {
  throw new Error('the local cloud does not run: start it with `npm start`');
}
