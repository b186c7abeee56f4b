import { describe, expect, it, vi } from 'vitest';
import { checkConformance, type Result, RULES } from '../../../../web/widget/server/conformance.ts';
import { probe, type Target } from '../../../../web/widget/server/probe.ts';
import { ALSO_BROKEN, answersFor, BROKEN, FOREIGN, isCheck, OWN, openToAll, right, type SomeProxy } from './broken-proxies.ts';

const page = ({ headers, status }: Response, body: string, as = status) => new Response(body, { headers, status: as });

const FOREIGN_SESSION = { cookie: 'session=bob' };

type Named = Pick<Target, 'foreign' | 'foreignHeaders'>;
function check(proxy: SomeProxy, named: Named = { foreign: FOREIGN, foreignHeaders: FOREIGN_SESSION }): Promise<Result[]> {
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

  it('a proxy that asks nobody whose a hostname is breaks the two rules about other customers', async () => {
    expect(await brokenRules(openToAll)).toEqual(['foreign', 'foreign-check']);
  });

  it.each<[string, Named]>([
    ['no domain of another customer is named', {}],
    ['nobody shows that it is there', { foreign: FOREIGN }],
    ['nobody has it', { foreign: 'nobody-has-it.example.com', foreignHeaders: FOREIGN_SESSION }],
    ['the session is not of its owner', { foreign: FOREIGN, foreignHeaders: { cookie: 'session=alice' } }],
  ])('the same proxy is not praised where %s: both rules are not tried', async (_, named) => {
    for (const proxy of [openToAll, right]) {
      const results = await check(proxy, named);
      const untried = results.filter(({ isUntried }) => isUntried).map(({ rule }) => rule.name);
      // Without a check of ownership any session counts as the owner's: the rules are then tested, and broken.
      const isTried = proxy === openToAll && named.foreign === FOREIGN && named.foreignHeaders !== undefined;
      expect(untried).toEqual(isTried ? [] : ['foreign', 'foreign-check']);
      expect(results.filter(({ complaint }) => complaint !== undefined).map(({ rule }) => rule.name)).toEqual(
        expect.arrayContaining(['foreign', 'foreign-check']),
      );
    }
  });
});
