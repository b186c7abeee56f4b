import { describe, expect, it, vi } from 'vitest';
import type { Changed } from '../../../../lambdas/lifecycle/request.ts';
import { withServed } from '../../../../lambdas/lifecycle/transition.ts';
import { domainItem } from '../../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { Watch } from '../../../../lambdas/model/domains/issuance.schema.ts';
import type { CheckRound } from '../../../../lambdas/model/domains/watch-cursor.store.ts';
import { type AskCa, type Visit, visitDomain } from '../../../../lambdas/renewal-scan/daily-checks/visit-domain.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, HOUR, iso, issued, later, NOW } from '../../a-domain.ts';
import { dynamo } from '../../api/api-caller.ts';
import { holdItems, requestsTo } from '../../held-items.ts';
import { scanPorts } from '../scan-ports.ts';

const active = aDomain('active');
const watch: Watch = { domainId: active.id, fingerprintSha256: issued.fingerprintSha256, ariId: 'aki.serial' };
const quiet: Visit = async (_domain, remembered) => ({ watch: remembered });
const sees = (what: string) =>
  vi.fn<Visit>(async (domain, remembered) => ({ watch: remembered, change: changeOf(domain, what) }));

function changeOf(domain: Domain, timeline: string): Changed {
  return { kind: 'changed', domain: { ...domain, updatedAt: iso(1) }, timeline, events: [], startExecution: false };
}

function visiting(row: Domain | undefined, remembered: Watch = watch) {
  const key = keys.watch(remembered.domainId);
  const { items, meanwhile } = holdItems(dynamo, [{ ...key, ...remembered }, ...(row ? [domainItem(row)] : [])]);
  const itemOf = (sought: { pk: string; sk: string }) => items.get(`${sought.pk}|${sought.sk}`);
  const visit = (round: CheckRound, visits: Visit[] = [quiet], ask: AskCa = async (same) => ({ watch: same }), now = NOW) => {
    return visitDomain(scanPorts({ clock: () => now }, {}), ask, visits)({ ...key, ...remembered }, round);
  };
  return {
    visit,
    meanwhile,
    items,
    watched: () => itemOf(key),
    row: () => itemOf(keys.domain(remembered.domainId)),
    timeline: () => [...items.values()].flatMap(({ sk, what }) => (String(sk).startsWith('TIMELINE') ? [what] : [])),
  };
}

describe('a visit of a domain that is fine', () => {
  it('in its own slot is one read of the row and one write of what is remembered', async () => {
    const { visit, watched } = visiting(active);
    expect(await visit('check')).toBe('quiet');
    expect(requestsTo(dynamo)).toEqual(['GetItem', 'PutItem']);
    expect(watched()).toMatchObject({ ...watch, checkedAt: NOW.toISOString() });
  });

  it('half a day later needs nothing of the table', async () => {
    const { visit } = visiting(active);
    expect(await visit('ask', [sees('never')])).toBe('quiet');
    expect(requestsTo(dynamo)).toEqual([]);
  });

  it('half a day later is written if the CA does not want to be asked so often', async () => {
    const { visit, watched } = visiting(active);
    const askAriAfter = iso(7 * 24 * HOUR);
    expect(await visit('ask', [], async (same) => ({ watch: { ...same, askAriAfter } }))).toBe('quiet');
    expect(requestsTo(dynamo)).toEqual(['PutItem']);
    expect(watched()).toMatchObject({ askAriAfter });
  });

  it.each([
    ['is not looked at again by another run of the same hour', iso(-HOUR + 1), []],
    ['is looked at again a day later', iso(-24 * HOUR), ['GetItem', 'PutItem']],
    ['is looked at although a clock that was ahead has said that it was', iso(72 * HOUR), ['GetItem', 'PutItem']],
  ])('%s', async (_, checkedAt, requests) => {
    const { visit } = visiting(active, { ...watch, checkedAt });
    expect(await visit('check')).toBe('quiet');
    expect(requestsTo(dynamo)).toEqual(requests);
  });
});

describe('a visit that sees something', () => {
  it('writes each change upon the one before it, then what is remembered', async () => {
    const { visit, row, timeline, watched } = visiting(active);
    const [first, second] = [sees('first'), sees('second')];
    expect(await visit('check', [first, second])).toBe('changed');
    expect(second.mock.calls[0]?.[0]).toMatchObject({ updatedAt: iso(1), version: active.version + 1 });
    expect(row()).toMatchObject({ version: active.version + 2 });
    expect(timeline()).toEqual(['first', 'second']);
    expect(watched()).toMatchObject({ checkedAt: NOW.toISOString() });
  });

  it('reads the row half a day later only where the CA has said something new', async () => {
    const { visit, row, watched } = visiting(active);
    const window = { start: iso(1), end: iso(2) };
    const ask: AskCa = async (same) => ({ watch: { ...same, window }, decide: (domain) => changeOf(domain, 'asked') });
    const check = sees('never');
    expect(await visit('ask', [check], ask)).toBe('changed');
    expect(requestsTo(dynamo)).toEqual(['GetItem', 'TransactWriteItems', 'PutItem']);
    expect(row()).toMatchObject({ version: active.version + 1 });
    expect(watched()).toMatchObject({ window });
    expect(watched()).not.toHaveProperty('checkedAt');
    expect(check).not.toHaveBeenCalled();
  });

  it('and loses the race for the row is over, and remembers nothing, so that it is seen again', async () => {
    const { visit, meanwhile, items, watched } = visiting(active);
    meanwhile(() => void items.set(`${keys.domain(active.id).pk}|DOMAIN`, domainItem({ ...active, version: 9 })));
    expect(await visit('check', [sees('lost'), sees('never')])).toBe('lost-race');
    expect(watched()).not.toHaveProperty('checkedAt');
  });
});

describe('a visit of a domain', () => {
  const { claimLost: __, ...owned } = active;

  it.each([
    ['that is gone', undefined],
    ['that is being removed', aDomain('removing', { served: { certificate: issued } })],
    ['whose hostname another organization has proven to be its own', { ...owned, claimLost: true }],
  ])('%s is its last', async (_, row) => {
    const { visit, watched } = visiting(row);
    const check = sees('never');
    expect(await visit('check', [check])).toBe('gone');
    expect(watched()).toBeUndefined();
    expect(check).not.toHaveBeenCalled();
  });

  it('that got another certificate since the Query touches nothing: its memory is of the new one', async () => {
    const renewed = withServed(active, { certificate: { ...issued, fingerprintSha256: 'cd'.repeat(32) } });
    const { visit, watched } = visiting(renewed);
    const check = sees('never');
    expect(await visit('check', [check])).toBe('lost-race');
    expect(watched()).toMatchObject(watch);
    expect(check).not.toHaveBeenCalled();
  });

  it('that got another certificate during the visit leaves the memory of the new one alone', async () => {
    const { visit, items, watched } = visiting(active);
    const anew = { ...keys.watch(active.id), domainId: active.id, fingerprintSha256: 'cd'.repeat(32) };
    const slow: Visit = async (_domain, remembered) => {
      items.set(`${anew.pk}|${anew.sk}`, anew);
      return { watch: remembered };
    };
    expect(await visit('check', [slow])).toBe('lost-race');
    expect(watched()).toEqual(anew);
  });

  it('that another run has visited meanwhile leaves its memory alone', async () => {
    const { visit, items, watched } = visiting(active);
    const other = { ...keys.watch(active.id), ...watch, checkedAt: iso(-1), servedAt: iso(-1) };
    const slow: Visit = async (_domain, remembered) => {
      items.set(`${other.pk}|${other.sk}`, other);
      return { watch: remembered };
    };
    expect(await visit('check', [slow], undefined, later(1))).toBe('lost-race');
    expect(watched()).toEqual(other);
  });
});
