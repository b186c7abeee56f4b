import { expect, it, vi } from 'vitest';
import { redeploy } from '../../local/redeploy.ts';

async function linesOf(
  deploy: () => Promise<'deployed' | 'unchanged'>,
  files = ['lib/a.ts'],
  signal = new AbortController().signal,
) {
  const say = vi.fn<(line: string) => void>();
  await redeploy(files, { deploy, say, signal });
  return say.mock.calls.map(([line]) => line);
}

it('a redeployment says what has changed, and that it is deployed', async () => {
  expect(await linesOf(async () => 'deployed', ['lib/a.ts', 'lib/b.ts', 'lib/c.ts', 'lib/d.ts', 'lib/e.ts'])).toEqual([
    '\nChanged: lib/a.ts, lib/b.ts, lib/c.ts and 2 more. Deploying …',
    expect.stringMatching(/^Deployed after \d+\.\d s\.$/),
  ]);
});

it('a redeployment says that nothing was to deploy, as after a change that was taken back', async () => {
  expect((await linesOf(async () => 'unchanged')).at(-1)).toMatch(/^Nothing to deploy/);
});

it('a redeployment that fails says why and leaves the cloud as it is', async () => {
  const [, line] = await linesOf(() => Promise.reject(new Error('cdk deploy failed; the log ends with TS1005')));
  expect(line).toMatch(/^Not deployed: cdk deploy failed; the log ends with TS1005\nThe cloud stays up/);
});

it('a redeployment that Ctrl-C has ended says nothing more', async () => {
  const failing = () => Promise.reject(new Error('aborted'));
  expect(await linesOf(failing, ['lib/a.ts'], AbortSignal.abort())).toHaveLength(1);
});
