import { describe, expect, it } from 'vitest';
import { deliveryTimeline } from '../../../../lambdas/model/webhooks/delivery-timeline.ts';
import { iso } from '../../a-domain.ts';
import { BODY } from './a-delivery.ts';

describe('the timeline of its domain', () => {
  const end = { id: 'tl_1', at: iso(0), state: 'failed' as const };
  it('the timeline of a domain tells of the end of a delivery with the diagnosis that the event had', () => {
    const entry = deliveryTimeline({ ...end, body: BODY });
    expect(entry).toEqual({ id: 'tl_1', at: iso(0), what: 'delivery.failed', code: 'ok', actor: { type: 'service' } });
  });

  it.each([undefined, '{', 'null', '{}', '{"data":{"domain":{"diagnosis":{"code":"no_code"}}}}'])(
    'the timeline of a domain tells of the end of a delivery with `in_progress` where the event had no diagnosis: %s',
    (body) => {
      expect(deliveryTimeline({ ...end, body }).code).toBe('in_progress');
    },
  );
});
