import { setTimeout as working } from 'node:timers/promises';
import middy from '@middy/core';
import { expect, it } from 'vitest';
import { deadline, deadlineBefore, killedWhenLate } from '../../../../lambdas/shared/middleware/middleware.ts';
import { later, NOW } from '../../a-domain.ts';
import { anInvocation } from './invoke.ts';

/** Works on one piece after another. Each takes a second. */
function worker(seconds: number) {
  const clock = { now: NOW };
  const handler = middy<number, number>(killedWhenLate)
    .use(deadline(() => clock.now, seconds))
    .handler(async (pieces, { endsAt }) => {
      let done = 0;
      while (done < pieces && clock.now < endsAt) {
        done += 1;
        clock.now = later(done * 1_000);
      }
      return done;
    });
  return (pieces: number) => handler(pieces, { ...anInvocation(), endsAt: NOW });
}

it.each([
  ['whose work takes less time than it has does all of it', 2, 3, 2],
  ['whose work takes just its time does all of it', 3, 3, 3],
  ['whose time is up leaves the rest', 4, 3, 3],
  ['without time begins nothing', 4, 0, 0],
])('a handler %s', async (_, pieces, seconds, done) => {
  expect(await worker(seconds)(pieces)).toBe(done);
});

it('a handler still has what AWS tells of its invocation beside its deadline', async () => {
  const handler = middy<unknown, string>()
    .use(deadline(() => NOW, 1))
    .handler(async (_event, { awsRequestId, endsAt }) => `${awsRequestId} ${endsAt.toISOString()}`);
  expect(await handler({}, { ...anInvocation('aws-7'), endsAt: NOW })).toBe(`aws-7 ${later(1_000).toISOString()}`);
});

it('a handler that uses its whole time-out stops so many seconds before it', async () => {
  const handler = middy<unknown, string>()
    .use(deadlineBefore(() => NOW, 20))
    .handler(async (_event, { endsAt }) => endsAt.toISOString());
  const invocation = { ...anInvocation('aws-7', 300_000), endsAt: NOW };
  expect(await handler({}, invocation)).toBe(later(280_000).toISOString());
});

it('a handler that runs late is not answered for before Lambda ends it', async () => {
  const handler = middy<unknown, string>(killedWhenLate).handler(async () => {
    await working(3);
    return 'done';
  });
  expect(await handler({}, anInvocation('aws-1', 0))).toBe('done');
});
