import { describe, expect, it } from 'vitest';
import { deliveryTimeline } from '../../../../lambdas/model/webhooks/delivery-timeline.ts';
import { iso } from '../../a-domain.ts';
import { BODY } from './a-delivery.ts';

describe('the timeline of its domain', () => {
  const end = { id: 'tl_1', at: iso(0), state: 'failed' as const };
  it('tells of the end with the diagnosis that the event had', () => {
    const entry = deliveryTimeline({ ...end, body: BODY });
    expect(entry).toEqual({ id: 'tl_1', at: iso(0), what: 'delivery.failed', code: 'ok', actor: { type: 'service' } });
  });

  it.each([undefined, '{', 'null', '{}', '{"data":{"domain":{"diagnosis":{"code":"no_code"}}}}'])(
    'with `in_progress` where there is none: %s',
    (body) => {
      expect(deliveryTimeline({ ...end, body }).code).toBe('in_progress');
    },
  );
});
