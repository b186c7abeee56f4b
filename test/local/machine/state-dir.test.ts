import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  forgetState,
  isComplete,
  makeStateDir,
  markComplete,
  type StateDir,
  startFolder,
  stateDir,
} from '../../../local/machine/state-dir.ts';

let state: StateDir;
beforeEach(() => {
  state = stateDir(mkdtempSync(join(tmpdir(), 'state-')));
  makeStateDir(state);
});

describe('the state of a local cloud', () => {
  it('lies in its own folder unless CPS_STATE_DIR names another, and never in the folder of the project itself', () => {
    expect([{}, { CPS_STATE_DIR: '' }, { CPS_STATE_DIR: 'other' }].map(startFolder)).toEqual(['.local', '.local', 'other']);
  });

  it('does not exist until a first start has completed', () => {
    writeFileSync(state.connection, '{}');
    expect(isComplete(state)).toBe(false);
    markComplete(state);
    expect(isComplete(state)).toBe(true);
  });

  it('is forgotten as a whole, but for logs, tools and the cloud of the tests', () => {
    const kept = [state.logs, join(state.root, 'tools'), join(state.root, 'test')];
    for (const folder of kept) mkdirSync(folder, { recursive: true });
    writeFileSync(join(state.aws, 'dynamodb.json'), '{}');
    writeFileSync(state.connection, '{}');
    markComplete(state);
    forgetState(state);
    expect([state.aws, state.connection, state.complete].filter(existsSync)).toEqual([]);
    expect(kept.every(existsSync)).toBe(true);
  });

  it('survives when the folders are created again', () => {
    writeFileSync(join(state.aws, 'dynamodb.json'), '{}');
    makeStateDir(state);
    expect(existsSync(join(state.aws, 'dynamodb.json'))).toBe(true);
  });
});
