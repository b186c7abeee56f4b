import { describe, expect, it } from 'vitest';
import { isSettled, nextPollIn, stepsOf, toneOf } from '../../../contract/view/view.ts';
import { aView } from '../../copy/a-view.ts';

const steps = (dns_status: string, ssl_status: string, code = 'in_progress') =>
  stepsOf(aView({ code }, { dns_status, ssl_status }))
    .map(({ state }) => state)
    .join(' ');

describe('the steps of a domain', () => {
  it.each([
    ['pending', 'pending', 'cname_not_found', 'done current todo todo'],
    ['error', 'pending', 'dns_validation_timeout', 'done current todo todo'],
    ['pending', 'pending', 'ready_to_switch', 'done current done todo'],
    ['validated', 'pending', 'in_progress', 'done done current todo'],
    ['validated', 'error', 'certificate_expired', 'done done current todo'],
    ['validated', 'active', 'certificate_not_served', 'done done done current'],
    ['validated', 'active', 'ok', 'done done done done'],
    ['error', 'active', 'cname_not_found', 'done current done todo'],
    ['', '', 'ok', 'done done done done'],
  ])('follow DNS %s and certificate %s: the step is %s', (dns, ssl, code, states) => {
    expect(steps(dns, ssl, code)).toBe(states);
  });

  it('a domain that moves is live while its record is to be changed, and the page goes on asking', () => {
    const view = aView(
      { code: 'ok', actor: 'customer', reason: 'former_server' },
      { dns_status: 'validated', ssl_status: 'active' },
    );
    expect(stepsOf(view).every(({ state }) => state === 'done')).toBe(true);
    expect([toneOf(view), isSettled(view)]).toEqual(['good', false]);
    expect(nextPollIn(view, { now: 0, underWaySince: 0 })).toBe(300_000);
  });

  it('the colour of a verdict says whether something is wrong', () => {
    expect(toneOf(aView({ code: 'ok', actor: 'nobody' }))).toBe('good');
    expect(toneOf(aView({ code: 'cname_not_found', actor: 'customer' }))).toBe('wait');
    expect(toneOf(aView({ code: 'cname_not_found', reason: 'doubled_name', actor: 'customer' }))).toBe('bad');
    expect(toneOf(aView({ code: 'invalid_cname_target', actor: 'customer' }))).toBe('bad');
    expect(toneOf(aView({ code: 'certificate_expired', actor: 'service' }))).toBe('bad');
    expect(toneOf(aView({ actor: 'service' }))).toBe('wait');
  });
});
