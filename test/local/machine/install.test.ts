import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { PROJECT } from '../../../local/machine/environment.ts';
import { identify } from '../../../local/machine/identity.ts';
import { install } from '../../../local/machine/tools.ts';

const name = `tried-${process.pid}`;
const inTools = (file: string) => join(PROJECT, '.local', 'tools', file);
const builder = inTools(`.${name}.builder`);

afterEach(() => {
  for (const file of [inTools(name), builder]) rmSync(file, { recursive: true, force: true });
});

describe('a tool', () => {
  it('is built once, and then there', async () => {
    const build = async (folder: string) => writeFileSync(join(folder, 'program'), 'built');
    expect(await install(name, build)).toBe(inTools(name));
    await install(name, () => expect.fail('it is built again'));
    expect([existsSync(join(inTools(name), 'program')), existsSync(builder)]).toEqual([true, false]);
  });

  it('that another process builds is waited for, and built here if that one has ended', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("up")'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(other.stdout, 'data');
    mkdirSync(inTools('.'), { recursive: true });
    writeFileSync(builder, JSON.stringify(identify(other.pid ?? 0)));
    let built = 0;
    const installed = install(name, async () => {
      built += 1;
    });
    await sleep(600);
    expect(built).toBe(0);
    other.kill();
    await installed;
    expect(built).toBe(1);
  });

  it('is built by the next one where building it failed', async () => {
    await expect(install(name, () => Promise.reject(new Error('no network')))).rejects.toThrow('no network');
    expect([existsSync(inTools(name)), existsSync(builder)]).toEqual([false, false]);
  });
});
