import { describe, expect, it } from 'vitest';
import { type Block, blocksOf, differingPart } from '../../../contract/view/blocks.ts';
import { aView } from '../../copy/a-view.ts';

const kinds = (view: Parameters<typeof blocksOf>[0]) => blocksOf(view).map(({ kind }) => kind);
const find = <Kind extends Block['kind']>(view: Parameters<typeof blocksOf>[0], kind: Kind) =>
  blocksOf(view).find((block): block is Extract<Block, { kind: Kind }> => block.kind === kind);
const fix = (...records: { action: string; type: string; name: string; host?: string; value: string }[]) => ({
  text: '',
  records,
});
const evidence = [{ kind: 'dns', asked: 'CNAME', answer: 'x', at: '2026-01-01T00:00:00Z' }];
const validated = { dns_status: 'validated', record: { state: 'ok' } };

describe('the blocks of a domain', () => {
  it.each<[string, Parameters<typeof blocksOf>[0], string]>([
    ['its record is awaited', aView({ evidence }), 'steps records check times send evidence'],
    [
      'its provider sets the record itself',
      aView({}, { dns_setup: { type: 'domain_connect', provider: 'Wix', url: 'https://wix.test/' } }),
      'steps set-up records check times send',
    ],
    [
      'the page of its provider is known',
      aView({}, { dns_provider: { name: 'GoDaddy', url: 'https://godaddy.test/' } }),
      'steps records provider check times send',
    ],
    ['its certificate is made', aView({ code: 'in_progress', actor: 'nobody' }, validated), 'steps times'],
    ['somebody else has to act', aView({ code: 'server_not_connected', actor: 'integrator' }, validated), 'steps times'],
    ['it is live', aView({ code: 'ok', actor: 'nobody' }, validated), 'steps live'],
    [
      'its CAA records forbid the certificate',
      aView(
        {
          code: 'caa_forbids_issuance',
          fix: fix({ action: 'add', type: 'CAA', name: 'acme.com', host: '@', value: '0 issue "ca"' }),
        },
        validated,
      ),
      'steps records check times send',
    ],
  ])('where %s', (_, view, expected) => {
    expect(kinds(view).join(' ')).toBe(expected);
  });

  it('the main button is the work: the provider’s page where it is known, else that the record is there', () => {
    const known = aView({}, { dns_provider: { name: 'GoDaddy', url: 'https://godaddy.test/' } });
    expect(find(known, 'provider')).toMatchObject({ name: 'GoDaddy', isMain: true });
    expect(find(known, 'check')).toEqual({ kind: 'check', isMain: false, isAdded: false });
    expect(find(aView(), 'check')).toEqual({ kind: 'check', isMain: true, isAdded: true });
    const wrong = aView({}, { record: { state: 'wrong', observed: 'x.test' } });
    expect(find(wrong, 'check')).toMatchObject({ isMain: true, isAdded: false });
    expect(find(aView({}, { dns_provider: { name: 'X', url: 'javascript:alert(1)' } }), 'provider')).toBeUndefined();
  });

  it('every record of the fix is a card, in its order, and in the mail, too', () => {
    const change = { type: 'A', name: 'docs.acme.com', host: 'docs', value: '192.0.2.1', action: 'remove' };
    const add = { ...change, type: 'CNAME', value: 'q7m2.cname.cps.test', action: 'add' };
    const view = aView({ reason: 'address_instead', fix: fix(change, add) });
    expect(find(view, 'records')?.cards).toEqual([change, add]);
    expect(find(view, 'send')?.cards).toEqual([change, add]);
  });

  it('the value is the one to paste: with a full stop where the form would append the zone', () => {
    const dns_provider = { name: 'Hetzner', form: { appends_zone: true } };
    expect(find(aView({}, { dns_provider }), 'records')?.cards[0]?.value).toBe('q7m2.cname.cps.test.');
    const add = { action: 'add', type: 'CNAME', name: 'docs.acme.com', value: 'q7m2.cname.cps.test.' };
    expect(find(aView({ fix: fix(add) }, { dns_provider }), 'records')?.cards[0]?.value).toBe('q7m2.cname.cps.test.');
    const caa = { action: 'add', type: 'CAA', name: 'acme.com', host: '@', value: '0 issue "ca"' };
    expect(find(aView({ fix: fix(caa) }, { dns_provider }), 'records')?.cards[0]?.value).toBe('0 issue "ca"');
  });

  it('a record to be changed has what is there; and the name of the domain’s record where an older service says none', () => {
    const change = { action: 'change', type: 'CNAME', name: 'docs.acme.com', value: 'q7m2.cname.cps.test' };
    const view = aView({ fix: fix(change) }, { record: { state: 'wrong', observed: 'x.test' } });
    expect(find(view, 'records')?.cards).toEqual([{ ...change, host: 'docs', observed: 'x.test' }]);
  });
});

describe('the part of a value that differs', () => {
  it.each([
    ['another letter', 'abc8ef.cps.test', 'abc3ef.cps.test', ['abc', '8', 'ef.cps.test']],
    ['a letter too many', 'abccd', 'abcd', ['abc', 'c', 'd']],
    ['a letter that is missing: its neighbours', 'abd', 'abcd', ['a', 'bd', '']],
    ['a letter that is missing at the beginning', 'bcd', 'abcd', ['', 'b', 'cd']],
    ['two letters: all between them', 'xbcy', 'abcd', ['', 'xbcy', '']],
    ['nothing', 'same', 'same', ['same', '', '']],
  ])('is %s', (_, seen, wanted, parts) => {
    expect(Object.values(differingPart(seen, wanted))).toEqual(parts);
  });
});
