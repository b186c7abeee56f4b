import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { cloudFileOf, findCloud, runningCloud, runningConnection } from '../../local/connection.ts';
import { readPorts, START_PORTS } from '../../local/machine/ports.ts';
import { type StateDir, stateDir } from '../../local/machine/state-dir.ts';

const cloud = cloudFileOf(readPorts({}, START_PORTS));
const remedy = 'start it with `npm start`';
let state: StateDir;
beforeEach(() => {
  state = stateDir(mkdtempSync(join(tmpdir(), 'running-')));
});

describe('the cloud that runs', () => {
  it('is found by what it wrote', () => {
    writeFileSync(state.cloud, JSON.stringify(cloud));
    writeFileSync(state.connection, '{"server_id":1}');
    expect(runningCloud(state)).toEqual(cloud);
    expect(runningConnection(state)).toEqual({ server_id: 1 });
  });

  it('is not found, with the remedy, once it has ended: its connection alone proves nothing', () => {
    writeFileSync(state.connection, '{"server_id":1}');
    expect(findCloud(state)).toBeUndefined();
    expect(() => runningCloud(state)).toThrow(remedy);
    expect(() => runningConnection(state)).toThrow(remedy);
  });

  it('has no connection yet while it starts for the first time', () => {
    writeFileSync(state.cloud, JSON.stringify(cloud));
    expect(() => runningConnection(state)).toThrow(remedy);
  });
});

describe('cloud.json', () => {
  it('has these fields and no others', () => {
    expect(cloud).toEqual({
      aws_endpoint_url: 'http://127.0.0.1:4566',
      region: 'us-east-1',
      ports: readPorts({}, START_PORTS),
    });
  });
});
