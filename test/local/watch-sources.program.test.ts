import { mkdirSync, mkdtempSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { inBatches, watchSources } from '../../local/redeploy.ts';

async function watched() {
  const folder = mkdtempSync(join(tmpdir(), 'sources-'));
  mkdirSync(join(folder, 'lib', 'api'), { recursive: true });
  const write = (name: string) => writeFileSync(join(folder, name), `${Math.random()}`);
  write('cdk.json');
  const reported = vi.fn(async (_files: string[]) => undefined);
  const watching = await watchSources({
    folder,
    sources: ['lib', 'cdk.json'],
    onChange: reported,
    onFailure: (error) => expect.unreachable(error.message),
  });
  onTestFinished(() => watching.close());
  const reports = (times: number) => vi.waitFor(() => expect(reported).toHaveBeenCalledTimes(times), { timeout: 10_000 });
  return { folder, write, reported, reports };
}

it('files of the sources that are saved at once are reported together, once', async () => {
  const { write, reported, reports } = await watched();
  for (const name of ['lib/a.ts', 'lib/api/b.ts', 'lib/a.ts', 'cdk.json']) write(name);
  await reports(1);
  expect(reported).toHaveBeenLastCalledWith(['cdk.json', 'lib/a.ts', 'lib/api/b.ts']);
  write('lib/a.ts');
  await reports(2);
  expect(reported).toHaveBeenLastCalledWith(['lib/a.ts']);
});

it.each(['cdk.json', 'lib/api/b.ts'])(
  'the source %s is reported each time that an editor replaces it by another file',
  async (file) => {
    const { folder, write, reported, reports } = await watched();
    write(file);
    await reports(1);
    for (const times of [2, 3]) {
      write('new');
      renameSync(join(folder, 'new'), join(folder, file));
      await reports(times);
      expect(reported).toHaveBeenLastCalledWith([file]);
    }
    write(file);
    await reports(4);
  },
);

it('a file in a new folder of the sources is reported', async () => {
  const { folder, write, reported, reports } = await watched();
  mkdirSync(join(folder, 'lib', 'new'));
  await reports(1);
  write('lib/new/c.ts');
  await reports(2);
  expect(reported.mock.lastCall?.[0]).toContain('lib/new/c.ts');
});

it('what changes of the sources during a report is reported together after it, and never beside it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  const reported = vi.fn(() => isDone);
  const batches = inBatches(reported);
  batches.add('lib/a.ts');
  await vi.runAllTimersAsync();
  for (const file of ['lib/c.ts', 'lib/b.ts']) {
    batches.add(file);
    await vi.runAllTimersAsync();
  }
  expect(reported.mock.calls).toEqual([[['lib/a.ts']]]);
  done();
  await vi.runAllTimersAsync();
  expect(reported.mock.calls).toEqual([[['lib/a.ts']], [['lib/b.ts', 'lib/c.ts']]]);
});
