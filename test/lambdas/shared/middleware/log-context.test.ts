import { setImmediate as nextTurn } from 'node:timers/promises';
import middy from '@middy/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { logContext } from '../../../../lambdas/shared/middleware/middleware.ts';
import { jsonLog, logAbout } from '../../../../lambdas/shared/runtime/log.gateway.ts';
import { anInvocation } from './invoke.ts';

const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
afterEach(() => written.mockClear());
const lines = () => written.mock.calls.map(([line]) => JSON.parse(String(line)));

interface Named {
  name?: string;
  facts?: Record<string, unknown>;
}
const factsOf = ({ name }: Named) => (name === undefined ? {} : { name });
const handler = middy<Named, string>()
  .use(logContext(logAbout, factsOf))
  .handler(async ({ name = 'nobody', facts }) => {
    await nextTurn();
    jsonLog('info', 'work', facts);
    if (name === 'broken') throw new Error('broken');
    return name;
  });

describe('a line that is logged in an invocation', () => {
  it.each([
    ['names the invocation and what it is about', { name: 'a' }, { awsRequestId: 'aws-1', name: 'a' }],
    ['names the invocation alone where its event tells nothing', {}, { awsRequestId: 'aws-1' }],
    [
      'keeps a fact of its own before one of the context',
      { name: 'a', facts: { name: 'own' } },
      { awsRequestId: 'aws-1', name: 'own' },
    ],
  ])('%s', async (_, event, context) => {
    await handler(event, anInvocation());
    expect(lines()).toEqual([{ level: 'info', message: 'work', ...context }]);
  });

  it('names its own invocation when several run at once', async () => {
    const names = ['a', 'b', 'c'];
    await Promise.all(names.map((name) => handler({ name }, anInvocation(`aws-${name}`))));
    expect(lines().map(({ awsRequestId, name }) => [awsRequestId, name])).toEqual(names.map((name) => [`aws-${name}`, name]));
  });

  it('has nothing of the invocation before, even of one that failed', async () => {
    await expect(handler({ name: 'broken' }, anInvocation('aws-1'))).rejects.toThrow('broken');
    await handler({}, anInvocation('aws-2'));
    expect(lines().at(-1)).toEqual({ level: 'info', message: 'work', awsRequestId: 'aws-2' });
  });
});

it('a line tells the whole chain of causes', () => {
  jsonLog('error', 'failed', { cause: new Error('outer', { cause: new Error('inner') }) });
  expect(lines()[0]).toMatchObject({ level: 'error', cause: { message: 'outer', cause: { message: 'inner' } } });
});
