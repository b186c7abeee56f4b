import { afterEach, describe, expect, it, vi } from 'vitest';
import { embeddedMetrics, jsonLogOf, type Log } from '../../../../lambdas/shared/runtime/log.gateway.ts';
import { NOW } from '../../a-domain.ts';

const metricsOf = (entry: Record<string, unknown>) => Object(entry._aws).CloudWatchMetrics;

describe('a line of the log that measures', () => {
  afterEach(() => void vi.restoreAllMocks());

  function logged(facts: Parameters<Log>[2], stage?: string): Record<string, unknown> {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    jsonLogOf(stage)('info', 'scan', facts);
    return JSON.parse(String(write.mock.lastCall?.[0]));
  }

  it('becomes metrics of the stage, and of nothing else: no organization, no domain', () => {
    expect(embeddedMetrics({ RenewalsDue: 3, OldestDueSeconds: 0 }, 'production', NOW.getTime())).toEqual({
      _aws: {
        Timestamp: NOW.getTime(),
        CloudWatchMetrics: [
          {
            Namespace: 'cps',
            Dimensions: [['Stage']],
            Metrics: [
              { Name: 'RenewalsDue', Unit: 'Count' },
              { Name: 'OldestDueSeconds', Unit: 'Seconds' },
            ],
          },
        ],
      },
      Stage: 'production',
      RenewalsDue: 3,
      OldestDueSeconds: 0,
    });
  });

  it('has its other facts too', () => {
    const entry = logged({ domainId: 7, measured: { RenewalsDone: 1 } }, 'production');
    expect(entry).toMatchObject({ level: 'info', message: 'scan', domainId: 7, RenewalsDone: 1, Stage: 'production' });
    expect(metricsOf(entry)).toHaveLength(1);
    expect(entry).not.toHaveProperty('measured');
  });

  it('nothing, or an empty distribution, is no metric', () => {
    expect(logged({ domainId: 7 }, 'production')).toEqual({ level: 'info', message: 'scan', domainId: 7 });
    expect(logged({ measured: {} }, 'production')).toEqual({ level: 'info', message: 'scan' });
    expect(embeddedMetrics({ DaysLeftWhenRenewed: [] }, 'production', 0)).toEqual({});
  });

  it('without a stage has the numbers only', () => {
    expect(logged({ measured: { RenewalsDone: 1 } })).toEqual({ level: 'info', message: 'scan', RenewalsDone: 1 });
  });
});
