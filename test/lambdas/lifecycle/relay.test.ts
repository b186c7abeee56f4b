import { ExecutionAlreadyExists, SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startsExecutions } from '../../../lambdas/lifecycle/executions.gateway.ts';
import { relay } from '../../../lambdas/lifecycle/relay.ts';
import { assertWithinAwsLimits } from '../../aws-limits.ts';
import { timings } from '../a-domain.ts';

const sfn = mockClient(SFNClient);
const log = vi.fn();
const ports = { startExecution: startsExecutions(new SFNClient({}), 'arn:machine'), timings, log };
const entry = {
  kind: 'execution',
  id: 'evt_1',
  createdAt: '2026-06-01T12:00:00.000Z',
  organizationId: 'org_A',
  domainId: 7,
  attempt: 2,
  step: 'check-dns',
};

beforeEach(() => {
  sfn.reset();
  log.mockReset();
});

afterEach(() => {
  for (const { args } of sfn.calls()) assertWithinAwsLimits(args[0]);
});

describe('the relay', () => {
  it('starts the execution that an outbox entry asks for, named after domain and attempt', async () => {
    sfn.on(StartExecutionCommand).resolves({});
    expect(await relay(entry, ports)).toBe(true);
    const [call] = sfn.commandCalls(StartExecutionCommand);
    expect(call?.args[0].input).toMatchObject({ stateMachineArn: 'arn:machine', name: '7-2' });
    expect(JSON.parse(call?.args[0].input.input ?? '')).toEqual({ domainId: 7, attempt: 2, step: 'check-dns', timings });
  });

  it('delivered the same record again has nothing to do', async () => {
    sfn.on(StartExecutionCommand).rejects(new ExecutionAlreadyExists({ message: 'exists', $metadata: {} }));
    expect(await relay(entry, ports)).toBe(true);
  });

  it('asks for the record again when the execution could not be started', async () => {
    sfn.on(StartExecutionCommand).rejects(new Error('throttled'));
    expect(await relay(entry, ports)).toBe(false);
  });

  it.each([undefined, {}, { ...entry, step: 'no-such-step' }, { ...entry, attempt: 'x' }])(
    'passes a poisoned record over, and says so: %o',
    async (item) => {
      expect(await relay(item, ports)).toBe(true);
      expect(log).toHaveBeenCalledWith('error', 'poisoned outbox record', expect.anything());
      expect(sfn.calls()).toHaveLength(0);
    },
  );
});
