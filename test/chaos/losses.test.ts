import { expect, it } from 'vitest';
import { type Facts, type Losses, losses, repeated } from './losses.ts';

const EVENTS = ['domain.created', 'domain.validated', 'certificate.requested', 'certificate.issued'];

/** One domain that went its way; each event was delivered once and recorded a moment later. */
const fine: Facts = {
  acknowledged: ['a.test'],
  active: new Set(['a.test']),
  asked: EVENTS.map((event) => `evt ${event}`),
  logged: EVENTS.map((event) => ({ id: `evt ${event}`, event, hostname: 'a.test' })),
  recorded: new Map(EVENTS.map((event) => [`evt ${event}`, { state: 'succeeded', succeededFrom: [990] }])),
  received: EVENTS.map((event) => ({ eventId: `evt ${event}`, at: 1_000 })),
};
const none: Losses = { domains: 0, events: 0, lostDeliveries: 0, doubledDeliveries: 0 };
const again = (at: number) => [...fine.received, { eventId: 'evt domain.created', at }];
const recordedAs = (delivery: { state: string; succeededFrom: number[] }) =>
  new Map([...fine.recorded, ['evt domain.created', delivery]]);

it.each<[string, Partial<Facts>, Partial<Losses>]>([
  ['nothing where every domain is served and every event was delivered once', {}, {}],
  ['a domain that was acknowledged and is not served', { acknowledged: ['a.test', 'b.test'] }, { domains: 1 }],
  ['an event that the outbox has and the log has not', { asked: [...fine.asked, 'evt more'] }, { events: 1 }],
  [
    'an event that neither outbox nor log has, of a domain that is served',
    { asked: fine.asked.slice(1), logged: fine.logged.slice(1) },
    { events: 1 },
  ],
  ['an event that the log has twice', { logged: [...fine.logged, ...fine.logged.slice(0, 1)] }, { events: 1 }],
  ['a delivery that never came', { received: fine.received.slice(1) }, { lostDeliveries: 1 }],
  ['a delivery without a record', { recorded: new Map([...fine.recorded].slice(1)) }, { lostDeliveries: 1 }],
  [
    'a delivery whose record does not say that it succeeded',
    { recorded: recordedAs({ state: 'pending', succeededFrom: [] }) },
    { lostDeliveries: 1 },
  ],
  ['no doubling in a POST before the one that is recorded as successful', { received: again(939) }, {}],
  ['a doubling in a POST after it', { received: again(1_001) }, { doubledDeliveries: 1 }],
  [
    'a doubling in two POSTs that are both recorded as successful',
    { received: again(9_000), recorded: recordedAs({ state: 'succeeded', succeededFrom: [990, 8_990] }) },
    { doubledDeliveries: 1 },
  ],
])('the count of losses has %s', (_, more, expected) => {
  expect(losses({ ...fine, ...more })).toEqual({ ...none, ...expected });
});

it('a delivery that came more than once is counted as repeated, whenever it came', () => {
  expect([repeated(fine), repeated({ received: again(1_005) }), repeated({ received: again(9_000) })]).toEqual([0, 1, 1]);
});
