import { afterEach, expect, it, vi } from 'vitest';
import { jsonLog } from '../../../lambdas/shared/runtime/log.gateway.ts';
import { handleStep } from '../../../lambdas/steps/handle-step.gateway.ts';
import { timings } from '../a-domain.ts';
import { anInvocation } from '../shared/middleware/invoke.ts';

const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
afterEach(() => written.mockClear());
const lines = () => written.mock.calls.map(([line]) => JSON.parse(String(line)));

const step = handleStep(async () => {
  jsonLog('info', 'a turn');
  return { next: 'done', waitSeconds: 0 };
});

it.each([
  [
    'names its execution and domain',
    { domainId: 7, attempt: 2, timings, epoch: 0 },
    { execution: '7-2', domainId: 7, attempt: 2 },
  ],
  ['names its invocation alone if its input is not ours', { domainId: 'x' }, {}],
])('a log line of a step %s', async (_, input, facts) => {
  expect(await step(input, anInvocation('aws-3'))).toEqual({ next: 'done', waitSeconds: 0 });
  expect(lines()).toEqual([{ level: 'info', message: 'a turn', awsRequestId: 'aws-3', ...facts }]);
});
