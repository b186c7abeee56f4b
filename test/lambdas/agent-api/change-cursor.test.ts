import { describe, expect, it } from 'vitest';
import {
  cursorAfterPage,
  decodeCursor,
  encodeCursor,
  initialCursor,
  isUpToDate,
  queryStart,
  unseenChanges,
  withEpoch,
} from '../../../lambdas/agent-api/list-changes.ts';
import type { AnnouncedCertificate } from '../../../lambdas/model/servers/certificate.schema.ts';
import { iso, SECOND } from '../a-domain.ts';
import { announced, announcedRemoval } from './an-agent.ts';

const PAGE = 50;

/** An agent that polls the index until it is up to date, and keeps its cursor between calls. */
function agentOf(index: AnnouncedCertificate[]) {
  let text: string | undefined;
  return (revision: number) => {
    const received: string[] = [];
    for (let pages = 0; pages < 100; pages += 1) {
      const cursor = decodeCursor(text);
      if (isUpToDate(cursor, revision)) return received;
      const start = cursor.next ?? { changedAt: queryStart(cursor), hostname: '~' };
      const ordered = index.toSorted((a, b) => order(a).localeCompare(order(b)));
      const rest = ordered.filter((one) => order(one) > order(start));
      const page = rest.slice(0, PAGE);
      const last = page.at(-1);
      received.push(...unseenChanges(cursor, page).map(({ hostname }) => hostname));
      text = encodeCursor(cursorAfterPage(cursor, page, rest.length > PAGE && last ? last : undefined, revision));
    }
    throw new Error('the list never ends');
  };
}
const order = ({ changedAt, hostname }: { changedAt: string; hostname: string }) => `${changedAt} ${hostname}`;
const names = (count: number, prefix = 'h') =>
  Array.from({ length: count }, (_, i) => `${prefix}${String(i).padStart(4, '0')}.customer.com`);

describe('an agent that follows its cursor', () => {
  it('gets every certificate once, over any number of pages, also when all changed at the same instant', () => {
    const hostnames = names(260);
    const ask = agentOf(hostnames.map((hostname) => announced(hostname, 0)));
    expect(ask(1).toSorted()).toEqual(hostnames);
    expect(ask(1)).toEqual([]);
  });

  it('gets a change whose write was overtaken by later ones', () => {
    const index = [announced('late.customer.com', 59 * SECOND)];
    const ask = agentOf(index);
    expect(ask(1)).toEqual(['late.customer.com']);
    index.push(announced('slow.customer.com', 0));
    expect(ask(2)).toEqual(['slow.customer.com']);
  });

  it('does not get the last minute again with every new change', () => {
    const index = names(40).map((hostname) => announced(hostname, 0));
    const ask = agentOf(index);
    ask(1);
    index.push(announced('new.customer.com', 10 * SECOND));
    expect(ask(2)).toEqual(['new.customer.com']);
  });

  it('gets a certificate again that changed again', () => {
    const index: AnnouncedCertificate[] = [announced('shop.customer.com', 0)];
    const ask = agentOf(index);
    ask(1);
    index[0] = announcedRemoval('shop.customer.com', SECOND);
    expect(ask(2)).toEqual(['shop.customer.com']);
    index[0] = announced('shop.customer.com', 2 * SECOND);
    expect(ask(3)).toEqual(['shop.customer.com']);
  });

  it('asks for another list when something is announced in the middle of one', () => {
    const first = cursorAfterPage(
      initialCursor,
      [announced('a.customer.com', 0)],
      { changedAt: iso(0), hostname: 'a.customer.com' },
      1,
    );
    const last = cursorAfterPage(first, [announced('b.customer.com', 0)], undefined, 2);
    expect(isUpToDate(last, 2)).toBe(false);
  });
});

describe('a restore of the table', () => {
  it('has an agent whose revision is reached a second time ask again from its place on', () => {
    const before = cursorAfterPage(initialCursor, [announced('a.customer.com', 0)], undefined, 7);
    const after = withEpoch(decodeCursor(encodeCursor(before)), 1);
    expect(isUpToDate(before, 7)).toBe(true);
    expect(isUpToDate(after, 7)).toBe(false);
    expect(queryStart(after)).toBe(queryStart(before));
    const answered = decodeCursor(encodeCursor(cursorAfterPage(after, [], undefined, 7)));
    expect(isUpToDate(withEpoch(answered, 1), 7)).toBe(true);
    expect(isUpToDate(withEpoch(answered, 2), 7)).toBe(false);
  });
});

describe('a cursor', () => {
  it("an agent's cursor stays under 1.5 kB however much is new", () => {
    const page = names(200).map((hostname) => announced(hostname, 0));
    const next = { changedAt: iso(0), hostname: `${'a'.repeat(60)}.customer.com` };
    expect(encodeCursor(cursorAfterPage(initialCursor, page, next, 1)).length).toBeLessThan(1500);
  });

  it.each([
    '',
    'x',
    'e30',
    encodeCursor({ ...initialCursor, changedAt: 'yesterday' }),
    encodeCursor({ ...initialCursor, seen: ['x'.repeat(99)] }),
  ])("an agent's cursor that nobody understands starts from the beginning: %#", (text) => {
    expect(decodeCursor(text)).toEqual(initialCursor);
  });

  it("an agent's cursor that was forged is no reason to fail", () => {
    const impossible = { ...initialCursor, changedAt: '2026-99-99T99:99:99.999Z' };
    expect(queryStart(impossible)).toBe(initialCursor.changedAt);
    const before = { ...initialCursor, changedAt: iso(0), next: { changedAt: iso(-3600 * SECOND), hostname: 'a.b' } };
    expect(queryStart(before)).toBe(initialCursor.changedAt);
  });
});
