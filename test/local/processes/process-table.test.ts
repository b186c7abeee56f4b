import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identify } from '../../../local/machine/identity.ts';
import { type StateDir, stateDir } from '../../../local/machine/state-dir.ts';
import { claimStateDir, processTable, releaseStateDir } from '../../../local/processes/process-table.ts';

const WAIT_FOR_EVER = 'setInterval(() => {}, 1000); console.log("up")';
const started: ReturnType<typeof spawn>[] = [];

async function startProgram() {
  const child = spawn(process.execPath, ['-e', WAIT_FOR_EVER], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  await once(child.stdout, 'data');
  return { child, pid: child.pid as number };
}

let state: StateDir;
beforeEach(() => {
  state = stateDir(mkdtempSync(join(tmpdir(), 'processes-')));
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

describe('taking over a state directory', () => {
  it('ends what a killed start has left running', async () => {
    const { child, pid } = await startProgram();
    processTable(state).add('program', pid);
    const ended = once(child, 'exit');
    await claimStateDir(state);
    expect(await ended).toEqual([null, 'SIGTERM']);
  });

  it('leaves a process alone that got the pid of a program that has ended', async () => {
    const { child, pid } = await startProgram();
    writeFileSync(state.processes, JSON.stringify({ program: { pid, startedAt: 'another time' } }));
    await claimStateDir(state);
    expect(child.exitCode ?? child.signalCode).toBeNull();
  });

  it('is refused while another start runs it, and ends none of its programs', async () => {
    const { child, pid } = await startProgram();
    writeFileSync(state.starter, JSON.stringify(identify(pid)));
    processTable(state).add('program', pid);
    await expect(claimStateDir(state)).rejects.toThrow(`is running already, started by process ${pid}`);
    expect(child.exitCode ?? child.signalCode).toBeNull();
  });

  it('succeeds after the other one was killed', async () => {
    writeFileSync(state.starter, JSON.stringify({ pid: process.pid, startedAt: 'another time' }));
    await claimStateDir(state);
    expect(JSON.parse(readFileSync(state.starter, 'utf8'))).toEqual(identify(process.pid));
  });

  it('leaves no trace when it is handed back', async () => {
    await claimStateDir(state);
    releaseStateDir(state);
    expect([state.starter, state.processes].filter(existsSync)).toEqual([]);
  });
});
