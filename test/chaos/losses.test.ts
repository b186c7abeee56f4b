import { expect, it } from 'vitest';
import { type Facts, type Losses, losses } from './losses.ts';

const EVENTS = ['domain.created', 'domain.validated', 'certificate.requested', 'certificate.issued'];

/** One domain without losses; each event was delivered once and recorded afterwards. */
const fine: Facts = {
  acknowledged: ['a.test'],
  active: new Set(['a.test']),
  asked: EVENTS.map((event) => `evt ${event}`),
  logged: EVENTS.map((event) => ({ id: `evt ${event}`, event, hostname: 'a.test' })),
  recorded: new Map(EVENTS.map((event) => [`evt ${event}`, 'succeeded'])),
  received: EVENTS.map((event) => `evt ${event}`),
};
const none: Losses = { domains: 0, events: 0, deliveries: 0 };

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
  ['a delivery that never came', { received: fine.received.slice(1) }, { deliveries: 1 }],
  ['a delivery without a record', { recorded: new Map([...fine.recorded].slice(1)) }, { deliveries: 1 }],
  [
    'a delivery whose record does not say that it succeeded',
    { recorded: new Map([...fine.recorded, ['evt domain.created', 'pending']]) },
    { deliveries: 1 },
  ],
  ['nothing in a delivery that came twice', { received: [...fine.received, 'evt domain.created'] }, {}],
])('the count of losses has %s', (_, more, expected) => {
  expect(losses({ ...fine, ...more })).toEqual({ ...none, ...expected });
});
