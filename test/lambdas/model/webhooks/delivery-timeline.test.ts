import { describe, expect, it } from 'vitest';
import { deliveryTimeline } from '../../../../lambdas/model/webhooks/delivery.ts';

import { iso } from '../../a-domain.ts';
import { BODY } from './a-delivery.ts';

describe('the timeline of a domain after a delivery', () => {
  const end = { id: 'tl_1', at: iso(0), state: 'failed' as const };
  it('has its end with the diagnosis that the event had', () => {
    const entry = deliveryTimeline({ ...end, body: BODY });
    expect(entry).toEqual({ id: 'tl_1', at: iso(0), what: 'delivery.failed', code: 'ok', actor: { type: 'service' } });
  });

  it.each([undefined, '{', 'null', '{}', '{"data":{"domain":{"diagnosis":{"code":"no_code"}}}}'])(
    'has its end with `in_progress` where the event had no diagnosis: %s',
    (body) => {
      expect(deliveryTimeline({ ...end, body }).code).toBe('in_progress');
    },
  );
});
