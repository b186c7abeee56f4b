import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { STANDARD_LIMITS } from '../../../contract/api/limits.ts';
import { createDomains } from '../../../lambdas/api/domains/create-domains.ts';
import { listEvents } from '../../../lambdas/api/events/list-events.ts';
import { relayRecords } from '../../../lambdas/relay/relay.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { openWakes } from '../../../lambdas/wiring/wakes.wiring.ts';
import { apiCaller, clock, itemsUnder, limitsItem, opened, tableHolds } from '../../lambdas/api/api-caller.ts';
import { places } from '../../lambdas/api/domains/a-creation.ts';
import { edgesWith } from '../../lambdas/edges.ts';
import { anEvent, entryItem } from '../../lambdas/model/events/an-event.ts';
import { API_PAGES } from '../answers.ts';
import { SYNC_PAGE, snippet } from './snippets.ts';

// The program of docs/guides/nightly-sync.md, with the API's own code and the relay's, and its requests counted.

interface Result {
  status: string;
  error?: { details: { existing_domain_id?: number } };
}
interface Sync {
  newNames: string[];
  cursor?: string | undefined;
}
type Program = (wanted: object) => Promise<string>;

let folder: string;
let program: Program;
let id = 1_000;
const edges = { newResourceId: () => (id += 1) };
const call = apiCaller(opened([createDomains, listEvents], edges));
const names = (count: number, first = 0) => Array.from({ length: count }, (_, n) => `shop${first + n}.customer.com`);
/** For one night with this many new names and events. */
const requestsOf = (newNames: number, events: number) => Math.ceil(newNames / 100) + Math.ceil(events / 100) + 1;

let items: ReturnType<typeof tableHolds>;
let refused: number;
let lostAnswers: number;
const results = new Map<string, Result>();
const events: string[] = [];
const counted = () => items.get('ORG#org_A|LIMITS')?.requestsInHour;

async function relayEvents(): Promise<void> {
  const entries = itemsUnder(items, 'OUTBOX#').filter(({ kind, number }) => kind === 'event' && number === undefined);
  await relayRecords(entries, clock.now, openWakes(openRows(edgesWith({ startExecution: async () => {} }))));
}

async function answerFromCode(url: string, { method, headers, body }: RequestInit): Promise<Response> {
  await relayEvents();
  const { pathname, search } = new URL(url);
  const asked = { method: String(method), path: pathname, query: search.slice(1), headers: headers as Record<string, string> };
  const answer = await call({ ...asked, ...(body && { body: String(body) }) });
  if (answer.status === 429) refused += 1;
  if (lostAnswers > 0) {
    lostAnswers -= 1;
    throw new TypeError('fetch failed');
  }
  return new Response(answer.text, { status: Number(answer.status), headers: answer.headers as Record<string, string> });
}

function sync({ newNames, cursor }: Sync): Promise<string> {
  return program({
    ...{ api: 'https://site.test/api', headers: {}, serverId: 1, night: '2026-06-01', newNames, cursor },
    onResult: (name: string, result: Result) => results.set(name, result),
    onEvents: (page: { id: string }[]) => events.push(...page.map((event) => event.id)),
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cps-sync-'));
  const file = join(folder, 'sync.mjs');
  await writeFile(file, snippet('sync.mjs', SYNC_PAGE));
  ({ sync: program } = await import(/* @vite-ignore */ pathToFileURL(file).href));
});
afterAll(() => rm(folder, { recursive: true }));

const wait = setTimeout;
beforeEach(() => {
  items = tableHolds(...places);
  [refused, lostAnswers] = [0, 0];
  results.clear();
  events.length = 0;
  vi.stubGlobal('fetch', answerFromCode);
  // Instead of waiting, advances the API's clock, by whole seconds.
  vi.stubGlobal('setTimeout', (work: () => void, ms = 0) => {
    if (ms < 1_000) return wait(work, ms);
    clock.now = new Date(clock.now.getTime() + ms);
    return wait(work, 0);
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('the nightly sync of docs/guides/nightly-sync.md', () => {
  it('takes a request for each hundred new names, one for each hundred events, and one to find the end', async () => {
    const cursor = await sync({ newNames: names(250) });
    expect([...results.values()].map(({ status }) => status)).toEqual(Array(250).fill('created'));
    expect([new Set(events).size, counted()]).toEqual([250, requestsOf(250, 250)]);
    expect(requestsOf(250, 250)).toBe(7);

    for (const event of Array.from({ length: 530 }, (_, n) => anEvent(n, { event: 'certificate.renewed' }))) {
      const item = entryItem(event);
      items.set(`${item.pk}|${item.sk}`, item);
    }
    const next = await sync({ newNames: names(120, 250), cursor });
    expect([events.length, new Set(events).size]).toEqual([250 + 120 + 530, 250 + 120 + 530]);
    expect(counted()).toBe(7 + requestsOf(120, 650));

    await sync({ newNames: [], cursor: next });
    expect(counted()).toBe(7 + requestsOf(120, 650) + 1);
    expect(refused).toBe(0);
  });

  it('waits where the limit of the hour is used up in the middle, and nothing is created or read twice', async () => {
    items.set('ORG#org_A|LIMITS', limitsItem({ requestsPerHour: 5 }));
    await sync({ newNames: names(250) });
    expect([results.size, events.length, new Set(events).size]).toEqual([250, 250, 250]);
    // Five requests in the first hour, the rest in the second.
    expect([refused, counted()]).toEqual([1, 2]);
  });

  it('goes on after an answer that was lost: its batch is answered again, and counts once more only', async () => {
    lostAnswers = 1;
    await expect(sync({ newNames: names(100) })).rejects.toThrow('fetch failed');
    await sync({ newNames: names(100) });
    expect([...results.values()].map(({ status }) => status)).toEqual(Array(100).fill('created'));
    expect([events.length, counted()]).toEqual([100, requestsOf(100, 100) + 1]);
  });

  it('is told of names that are there already by their domains, at no request more', async () => {
    const cursor = await sync({ newNames: names(150) });
    await sync({ newNames: names(120, 30), cursor });
    const there = [...results.values()].filter(({ error }) => error?.details.existing_domain_id !== undefined);
    expect(there).toHaveLength(120);
    expect(counted()).toBe(requestsOf(150, 150) + requestsOf(120, 0));
  });
});

describe('the arithmetic of docs/guides/nightly-sync.md', () => {
  const inWords = (number: number) => number.toLocaleString('en');
  const [all, lives, ofRenewal, ofNew] = [100_000, 60, 3, 5];
  const renewals = Math.ceil(all / lives);
  const night = Math.ceil((renewals * ofRenewal) / 100) + Math.ceil(1_000 / 100) + Math.ceil((1_000 * ofNew) / 100) + 1;

  it.each([
    `| Create 100,000 names once | 100,000 / 100 = ${inWords(all / 100)} | the whole limit of one hour`,
    `100,000 names / 60 days = ${inWords(renewals)}, with 3 events each`,
    `${inWords(renewals * ofRenewal)} / 100 = ${Math.ceil((renewals * ofRenewal) / 100)} |`,
    `1,000 / 100 + 5,000 / 100 = 60 |`,
    `| **A night** | **${night}** | **a ninth of an hour's limit, in two minutes** |`,
    `for each | 100,000 | ${all / STANDARD_LIMITS.requestsPerHour} hours |`,
  ])('is right: %s', (line) => {
    expect(API_PAGES).toContain(line);
  });

  it('stays within the standard limits', () => {
    expect(all / 100).toBeLessThanOrEqual(STANDARD_LIMITS.requestsPerHour);
    expect(Math.round(STANDARD_LIMITS.requestsPerHour / night)).toBe(9);
    expect(Math.ceil(night / STANDARD_LIMITS.requestsPerMinute)).toBe(2);
  });
});
