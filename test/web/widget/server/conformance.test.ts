import { describe, expect, it, vi } from 'vitest';
import { checkConformance, type Result, RULES } from '../../../../web/widget/server/conformance.ts';
import { probe } from '../../../../web/widget/server/probe.ts';
import { ALSO_BROKEN, answersFor, BROKEN, FOREIGN, isCheck, OWN, right, type SomeProxy } from './broken-proxies.ts';

const page = ({ headers, status }: Response, body: string, as = status) => new Response(body, { headers, status: as });

function check(proxy: SomeProxy, named: { foreign?: string } = { foreign: FOREIGN }): Promise<Result[]> {
  const target = { proxy: 'https://host.test/domain-proxy/', hostname: OWN, headers: { cookie: 'session=alice' } };
  return checkConformance(probe({ ...target, ...named }, (input, init) => proxy(new Request(input, init))));
}

async function brokenRules(proxy: SomeProxy): Promise<string[]> {
  const results = await check(proxy);
  return results.filter(({ complaint }) => complaint !== undefined).map(({ rule }) => rule.name);
}

describe('the check of proxies', () => {
  it('has twelve rules, and our proxy keeps them', async () => {
    expect(Object.keys(BROKEN)).toHaveLength(12);
    expect(await brokenRules(right)).toEqual([]);
  });

  it.each(Object.entries(BROKEN))('a proxy that breaks one rule on purpose is told which: %s', async (rule, proxy) => {
    expect(await brokenRules(proxy)).toEqual([rule]);
  });

  it.each(ALSO_BROKEN)('a proxy that breaks one rule in another way is told, too: %s: it %s', async (rule, _, proxy) => {
    expect(await brokenRules(proxy)).toEqual([rule]);
  });

  it('a proxy that nobody answers at keeps no rule, and is not waited for twelve times', async () => {
    const nobody = vi.fn(() => Promise.reject(new TypeError('fetch failed', { cause: { message: '', code: 'ECONNREFUSED' } })));
    expect(await brokenRules(nobody)).toEqual(RULES.map(({ name }) => name));
    expect(nobody).toHaveBeenCalledTimes(1);
  });

  it('a proxy that does not answer is told what was wrong', async () => {
    const refused = () => Promise.reject(new TypeError('fetch failed', { cause: { message: '', code: 'ECONNREFUSED' } }));
    const [view] = await check(refused);
    expect(view?.complaint).toBe('It does not answer: ECONNREFUSED.');
  });

  it('a page in place of a domain keeps no rule about its fields, and neither does an empty answer', async () => {
    for (const body of ['<html>', '', 'null', '{"url":"docs.acme.com","diagnosis":null,"dns_records":[]}']) {
      const proxy: SomeProxy = async (request) =>
        answersFor(request) && !isCheck(request) ? page(await right(request), body) : right(request);
      expect(await brokenRules(proxy)).toEqual(expect.arrayContaining(['view', 'fields']));
    }
  });

  it('a proxy that answers 200 without a word to every name is told so', async () => {
    const found = await brokenRules(async (request) => page(await right(request), '', 200));
    expect(found).toEqual(
      expect.arrayContaining(['view', 'fields', 'signed-out', 'unknown', 'foreign-check', 'header', 'check', 'paths']),
    );
  });

  it('two rules cannot be tried without a domain of another customer, and are not kept', async () => {
    const results = await check(right, {});
    const untried = results.filter(({ complaint }) => complaint?.includes('--foreign'));
    expect(untried.map(({ rule }) => rule.name)).toEqual(['foreign', 'foreign-check']);
  });
});
