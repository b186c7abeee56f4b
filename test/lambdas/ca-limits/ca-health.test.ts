import { describe, expect, it } from 'vitest';
import {
  afterAnswer,
  afterFailure,
  BREAKER_OPENS_AT,
  type CaHealth,
  caStateOf,
  withProbe,
} from '../../../lambdas/ca-limits/ca-health.ts';
import { later, NOW } from '../a-domain.ts';

const PAUSE = 300;
const problem = { type: 'urn:x:down', detail: 'ECONNREFUSED' };
const fails = (health: CaHealth | undefined, isCertain = false) => afterFailure(health, { problem, isCertain }, NOW, PAUSE);
const open = fails(undefined, true);

describe('the circuit breaker of a CA', () => {
  it('is closed while nothing is known, and opens at the third failure in a row', () => {
    expect(caStateOf(undefined, NOW)).toEqual({ kind: 'serving' });
    let health: CaHealth | undefined;
    for (let failed = 1; failed <= BREAKER_OPENS_AT; failed += 1) {
      expect(caStateOf(health, NOW).kind).toBe('serving');
      health = fails(health);
    }
    expect(caStateOf(health, NOW)).toEqual({ kind: 'spared', until: later(PAUSE * 1000).toISOString(), problem });
  });

  it('opens at once where nobody would be answered', () => {
    expect(caStateOf(open, NOW).kind).toBe('spared');
  });

  it('lets one ask when its pause is over, and has the others wait ever longer, up to six pauses', () => {
    const due = later(PAUSE * 1000);
    expect(caStateOf(open, new Date(due.getTime() - 1)).kind).toBe('spared');
    expect(caStateOf(open, due).kind).toBe('probe-due');
    const pauses: number[] = [];
    let health = open;
    for (let probe = 1; probe <= 4; probe += 1) {
      health = withProbe(health, '1-1', NOW, PAUSE);
      pauses.push((Date.parse(health.probeAt ?? '') - NOW.getTime()) / 1000);
    }
    expect(pauses).toEqual([600, 1_200, 1_800, 1_800]);
  });

  it('stays open until the next probe when one fails', () => {
    const probed = withProbe(open, '1-1', NOW, PAUSE);
    expect(fails(probed, true)).toMatchObject({ openedAt: open.openedAt, probeAt: probed.probeAt });
  });

  it('closes with an answer, and starts to count anew', () => {
    const closed = afterAnswer(open, NOW);
    expect(closed).toMatchObject({ failures: 0, closedAt: NOW.toISOString() });
    expect(caStateOf(closed, NOW)).toEqual({ kind: 'serving' });
    expect(caStateOf(fails(closed), NOW)).toEqual({ kind: 'serving' });
  });

  it('is not written while all is well', () => {
    expect(afterAnswer(undefined, NOW)).toBeUndefined();
    expect(afterAnswer(afterAnswer(open, NOW), NOW)).toBeUndefined();
  });
});
