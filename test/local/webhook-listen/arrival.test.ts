import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { WebhookEvent } from '../../../client/typescript/webhook-event.ts';
import { type Arrival, arrivalLine } from '../../../local/webhook-listen/arrival.ts';

const NOW = new Date('2026-11-21T09:30:05.123Z');
const event = (name: string, data: object) => ({ id: 'evt_1', event: name, data }) as unknown as WebhookEvent;
const issued = event('certificate.issued', { domain: { url: 'shop.customer.test' } });
const line = (arrival: Partial<Arrival>) =>
  stripVTControlCharacters(arrivalLine({ verified: issued, attempt: '1', status: 200, ...arrival }, NOW)).split(/ {2,}/);

describe('the line about an arrival', () => {
  it('has its time, event, hostname, attempt, signature and answer', () => {
    expect(line({})).toEqual([
      '09:30:05.123',
      'certificate.issued',
      'shop.customer.test',
      'attempt 1',
      'signature verified',
      '→ 200',
    ]);
  });

  it('says of a test that it is one', () => {
    expect(line({ verified: { ...issued, is_test: true } })[4]).toBe('a test, signature verified');
  });

  it.each([
    ['webhook', 'webhook.test', { webhook: { id: 7 } }],
    ['server', 'machine.enrolled', { machine: { id: 'mch_1' }, server: { id: 7 } }],
  ])('names the %s of an event that is about none of the domains', (about, name, data) => {
    expect(line({ verified: event(name, data) })[2]).toBe(`${about} 7`);
  });

  it('says why a signature is not accepted', () => {
    expect(line({ verified: { refused: 'too_old: …' }, status: 400 })).toEqual([
      '09:30:05.123',
      'not verified',
      'attempt 1',
      'too_old: …',
      '→ 400',
    ]);
  });

  it('says that the sender did not wait for the answer', () => {
    expect(line({ status: undefined }).at(-1)).toBe('→ too late');
  });

  it.each(['\u001b[2J', '1'.repeat(1000), undefined])('holds no attempt that is no number', (attempt) => {
    expect(line({ attempt })).toHaveLength(5);
  });

  it('steers no terminal by what an event names', () => {
    const hostile = event('certificate.issued', { domain: { url: 'a\u202eb\u001b[2J' } });
    expect(line({ verified: hostile })[2]).toBe('a\\u{202e}b\\u{1b}[2J');
  });

  it('has its columns where those of another line are', () => {
    const longest = event('domain.transfer_requested', { domain: { url: 'shop-0123456789.customer.test' } });
    const column = (verified: WebhookEvent) =>
      stripVTControlCharacters(arrivalLine({ verified, attempt: '10', status: 200 }, NOW)).indexOf('signature');
    expect(column(longest)).toBe(column(issued));
  });
});
