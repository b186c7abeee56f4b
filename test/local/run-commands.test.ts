/** @module-tag slow */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NODE, PROJECT } from '../../local/machine/environment.ts';
import type { Step } from '../../local/run-commands.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cps-commands-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program that runs these commands. */
function start(lines: Record<string, string>, steps: readonly Step[]): ChildProcess {
  const commands = Object.fromEntries(Object.entries(lines).map(([name, run]) => [name, { run }]));
  const module = JSON.stringify(join(PROJECT, 'local', 'run-commands.ts'));
  const runs = JSON.stringify({ commands, folder });
  const program = `const { runCommands } = await import(${module}); await runCommands(${JSON.stringify(steps)}, ${runs});`;
  return spawn(NODE, ['--input-type=module', '--eval', program], { stdio: ['ignore', 'pipe', 'ignore'] });
}

/** Its exit code and output, without times. */
async function run(lines: Record<string, string>, steps: readonly Step[]): Promise<{ code: number; lines: string[] }> {
  const child = start(lines, steps);
  const ended = once(child, 'close');
  const said = child.stdout ? await text(child.stdout) : '';
  const [code] = await ended;
  return {
    code,
    lines: said
      .split('\n')
      .filter(Boolean)
      .map((line) => line.replace(/ after \d+ s/, '')),
  };
}

const says = (word: string) => `node -e "console.log('${word}')"`;
/** Ends when another command has created the file. */
const waitsFor = (file: string) =>
  `node -e "console.log('waits'); setInterval(() => require('fs').existsSync('${file}') && process.exit(), 20)"`;
const makes = (file: string) => `node -e "require('fs').writeFileSync('${file}', '')"`;

describe('the commands of `npm test`', () => {
  it('a command that runs beside others is read after them, and they need not wait for it', async () => {
    const { code, lines } = await run({ first: says('one'), second: makes('made'), other: waitsFor('made'), last: says('two') }, [
      { inTurn: ['first', 'second'], beside: { other: 'first' } },
      'last',
    ]);
    expect(code).toBe(0);
    expect(lines).toEqual([
      '── first',
      'one',
      '── first: passed',
      '── second',
      '── second: passed',
      '── other',
      'waits',
      '── other: passed',
      '── last',
      'two',
      '── last: passed',
      'Everything passed.',
    ]);
  });

  it('the code of a command that fails is that of the whole, and what follows does not run', async () => {
    const { code, lines } = await run({ bad: 'exit 3', next: says('never') }, ['bad', 'next']);
    expect([code, lines]).toEqual([3, ['── bad', '── bad: FAILED']]);
  });

  it('a command that fails ends the one beside it, which has the time to clean up', async () => {
    const tidies = `node -e "process.on('SIGTERM', () => { require('fs').writeFileSync('tidy', ''); process.exit() }); setInterval(() => {}, 20); require('fs').writeFileSync('up', '')"`;
    const { code, lines } = await run({ bad: `${waitsFor('up')} && exit 4`, other: tidies, isTidy: 'test -e tidy' }, [
      { inTurn: ['bad'], beside: { other: 'bad' } },
    ]);
    expect([code, lines]).toEqual([4, ['── bad', 'waits', '── bad: FAILED']]);
    expect((await run({ isTidy: 'test -e tidy' }, ['isTidy'])).code).toBe(0);
  });

  it('of two that run beside others each is read as a whole', async () => {
    const { code, lines } = await run(
      { first: says('one'), second: `${says('two')} && ${waitsFor('made')}`, third: makes('made') },
      [{ inTurn: ['first'], beside: { second: 'first', third: 'first' } }],
    );
    const passed = ['── second: passed', '── third', '── third: passed', 'Everything passed.'];
    expect([code, lines.slice(3)]).toEqual([0, ['── second', 'two', 'waits', ...passed]]);
  });

  it('one begins with that of the others which it is named with', async () => {
    const { lines } = await run(
      { first: makes('first'), second: waitsFor('third'), third: `test -e first && ${makes('third')}` },
      [{ inTurn: ['first', 'second'], beside: { third: 'second' } }],
    );
    expect(lines.at(-2)).toBe('── third: passed');
  });

  it('each ends with what it runs when it is asked to end', async () => {
    const child = start({ other: `${makes('up')} && ${waitsFor('never')}; touch after` }, ['other']);
    await vi.waitUntil(() => existsSync(join(folder, 'up')), { timeout: 20_000 });
    child.kill('SIGTERM');
    expect(await once(child, 'close')).not.toEqual([0, null]);
    writeFileSync(join(folder, 'never'), '');
    await sleep(500);
    expect(existsSync(join(folder, 'after'))).toBe(false);
  });

  it.each(['exit 0', 'exit 3'])('temporary files are gone after the commands: %s', async (end) => {
    const makesOne = `echo "$TMPDIR" > where && stat -c %a "$TMPDIR" > mode && touch "$TMPDIR/left-behind" && ${end}`;
    await run({ one: makesOne }, ['one']);
    const temporary = readFileSync(join(folder, 'where'), 'utf8').trim();
    expect(temporary).toMatch(/cps-\w+$/);
    expect(existsSync(temporary)).toBe(false);
    expect(readFileSync(join(folder, 'mode'), 'utf8').trim(), 'others pass through').toBe('711');
  });

  it('what fails beside the others fails the whole, and says so after them', async () => {
    const { code, lines } = await run({ good: says('one'), other: 'echo broken && exit 5' }, [
      { inTurn: ['good'], beside: { other: 'good' } },
    ]);
    expect([code, lines.slice(-3)]).toEqual([5, ['── other', 'broken', '── other: FAILED']]);
  });
});
