import { expect, it, vi } from 'vitest';
import { ENVIRONMENT } from '../../../../contract/stack/environment.ts';
import { buildRuntime } from '../../../../lambdas/shared/runtime/runtime.gateway.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { settings } from '../../settings.ts';

it('a function that would change the audit is counted in the metric of the alarm, and its log has where it came from', () => {
  const { settings: settingsName, tableName, stage } = ENVIRONMENT;
  const { table } = buildRuntime({ [settingsName]: JSON.stringify(settings), [tableName]: 'table', [stage]: 'production' });
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(() => table.deleteWrite(keys.audit('org_A', 'changes', '2026-06', 'aud_1'))).toThrow('only ever added to');
  const line = JSON.parse(String(write.mock.lastCall?.[0]));
  write.mockRestore();
  expect(line).toMatchObject({
    ...{ level: 'error', Stage: 'production', AuditWritesRefused: 1 },
    cause: { stack: expect.stringContaining('runtime.test.ts') },
  });
  expect(line._aws.CloudWatchMetrics[0].Metrics).toEqual([{ Name: 'AuditWritesRefused', Unit: 'Count' }]);
});
