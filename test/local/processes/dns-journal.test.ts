import { describe, expect, it } from 'vitest';
import { type DnsJournal, remember } from '../../../local/processes/dns-journal.ts';

const request = (path: string, body: object) => ({ path, body: JSON.stringify(body) });
const told = (...requests: ReturnType<typeof request>[]) => Object.values(requests.reduce(remember, {} as DnsJournal)).flat();

describe('what a new DNS server is told', () => {
  it('what a new DNS server is told is the last target of a name', () => {
    const last = request('/set-cname', { host: 'a.test', target: 'two.test' });
    expect(told(request('/set-cname', { host: 'a.test', target: 'one.test' }), last)).toEqual([last]);
  });

  it('what a new DNS server is told is every address and text of a name, in order', () => {
    const requests = ['10.0.0.1', '10.0.0.2'].map((address) => request('/add-a', { host: 'a.test', addresses: [address] }));
    expect(told(...requests)).toEqual(requests);
  });

  it('what a new DNS server is told is nothing that was cleared, whatever case and dot the name was written with', () => {
    expect(
      told(request('/set-cname', { Host: 'a.test.', target: 'b.test' }), request('/clear-cname', { host: 'a.test' })),
    ).toEqual([]);
  });

  it('what a new DNS server is told is what was set after it was cleared', () => {
    const again = request('/set-txt', { host: 'a.test', value: 'again' });
    expect(told(request('/set-txt', { host: 'a.test', value: 'x' }), request('/clear-txt', { host: 'a.test' }), again)).toEqual([
      again,
    ]);
  });

  it('what a new DNS server is told is kept apart by name and by type', () => {
    const requests = [
      request('/set-cname', { host: 'a.test', target: 'b.test' }),
      request('/set-servfail', { host: 'a.test' }),
      request('/set-cname', { host: 'c.test', target: 'b.test' }),
    ];
    expect(told(...requests, request('/clear-servfail', { host: 'a.test' }))).toEqual([requests[0], requests[2]]);
  });

  it('what a new DNS server is told is nothing about challenges or history', () => {
    expect(
      told(request('/add-http01', { token: 't', content: 'c' }), request('/clear-request-history', { host: 'a.test' })),
    ).toEqual([]);
  });
});
