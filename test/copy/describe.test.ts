import { describe, expect, it } from 'vitest';
import { DIAGNOSIS_CODES } from '../../contract/api/error-codes.ts';
import { describeDomain, fieldsOf, fullNameOf } from '../../copy/describe.ts';
import { en } from '../../copy/en/en.ts';
import { aView } from './a-view.ts';
import { de, fr, LOCALES, TRANSLATIONS } from './all-locales.ts';

const remove = (value: string) => ({ action: 'remove', type: 'A', name: 'docs.acme.com', value });

describe('a diagnosis in words', () => {
  it('a diagnosis in English is said in the sentences of the API, below a title', () => {
    expect(describeDomain(aView(), en)).toEqual({
      title: 'Add one DNS record',
      summary: 'The API says what.',
      fix: 'The API says how.',
    });
  });

  it('names the record in German, and the provider’s form in its own words', () => {
    const form = { name: 'Host', value: 'Target', proxy_switch: { name: 'Proxy status', off: 'DNS only' } };
    const { fix } = describeDomain(aView({}, { dns_provider: { name: 'Cloudflare', form } }), de);
    expect(fix).toMatch(
      /^Legen Sie bei Cloudflare einen CNAME-Eintrag mit docs im Feld „Host“ und q7m2\.cname\.cps\.test im Feld „Target“ an, mit „Proxy status“ auf „DNS only“/,
    );
  });

  it('names the record of the validation while that is the one to set, and that of the traffic afterwards', () => {
    const { dns_records } = aView();
    const validation = { type: 'CNAME', name: '_acme-challenge.docs.acme.com', value: 'secret.validation.test' };
    const first = { ...validation, host: '_acme-challenge.docs', ttl: 300, purpose: 'validation', state: 'missing' };
    const records = { dns_records: [first, ...dns_records] };
    const fix = { text: '', records: [{ action: 'add', ...validation }] };
    const asked = describeDomain(aView({ reason: 'validation_missing', fix }, records), de);
    expect(asked.fix).toContain('dem Namen _acme-challenge.docs und dem Wert secret.validation.test');
    expect(asked.summary).toContain('Es geht um den Eintrag _acme-challenge.docs.');
    const proven = { dns_records: [{ ...first, state: 'ok' }, ...dns_records] };
    const ready = describeDomain(aView({ code: 'ready_to_switch' }, proven), de);
    expect(ready.fix).toContain('dem Namen docs und dem Wert q7m2.cname.cps.test');
    expect(describeDomain(aView({ code: 'in_progress', actor: 'nobody' }, proven), de).fix).toMatch(/^Sie müssen nichts tun/);
  });

  it.each(TRANSLATIONS)('a switch from another edge is said as the change of its record: $tag', (locale) => {
    const record = { state: 'wrong', observed: 'shops.edge.example' };
    const { title, summary, fix } = describeDomain(aView({ code: 'ready_to_switch' }, { record }), locale);
    const changed = describeDomain(aView({ code: 'invalid_cname_target' }, { record }), locale);
    const toAdd = describeDomain(aView({ code: 'ready_to_switch' }), locale);
    expect([title, fix]).toEqual([toAdd.title, changed.fix]);
    expect(summary).toBe([changed.summary, toAdd.summary].join(locale.tag === 'ja' ? '' : ' '));
  });

  it.each([
    ['doubled_name', {}, 'docs.acme.com.acme.com'],
    ['address_instead', { fix: { text: '', records: [remove('192.0.2.1'), remove('192.0.2.2')] } }, '192.0.2.1, 192.0.2.2'],
    ['domain_not_registered', {}, 'Die Registry kennt acme.com nicht'],
  ] as const)('what was found in place of the record is told in German, too: %s', (reason, more, found) => {
    expect(describeDomain(aView({ reason, ...more } as object), de).summary).toContain(found);
  });

  it('a record that points elsewhere is told with where it points', () => {
    const view = aView({ code: 'invalid_cname_target' }, { record: { observed: 'shops.example.net' } });
    expect(describeDomain(view, de).summary).toContain('zeigt auf shops.example.net');
  });

  it.each([
    [{ reason: 'target_typo' }, { state: 'wrong', observed: 'x.test' }, 'Fast richtig: ein Tippfehler'],
    [{}, { state: 'wrong', observed: 'x.test' }, 'Der Eintrag zeigt auf ein anderes Ziel'],
    [{ reason: 'doubled_name' }, { state: 'missing' }, 'Die Domain wurde doppelt angehängt'],
    [{ reason: 'proxy_addresses' }, { state: 'missing' }, 'Schalten Sie den Proxy aus'],
  ] as const)('what was wrong when the window for DNS ended is still told after it: %j', (found, record, title) => {
    const said = describeDomain(aView({ code: 'dns_validation_timeout', ...found }, { record }), de);
    expect(said.title).toBe(title);
    expect(said.summary).toContain('jede Stunde');
  });

  it('a CAA record that is missing is told as a whole', () => {
    const records = [{ action: 'add', type: 'CAA', name: 'acme.com', value: '0 issue "ca.test"' }];
    const view = aView({ code: 'caa_forbids_issuance', fix: { text: '', records } });
    expect(describeDomain(view, de).fix).toContain('acme.com CAA 0 issue "ca.test"');
  });

  it('an address beside the record is the customer’s to remove, and nobody is said to be waited for', () => {
    const records = [remove('192.0.2.1')];
    const view = aView({ code: 'challenge_unreachable', reason: 'addresses_elsewhere', fix: { text: '', records } });
    expect(describeDomain(view, de, 'Acme')).toMatchObject({
      title: 'Ein anderer Eintrag steht im Weg',
      summary: 'Die Adressen sind nicht die des Servers: 192.0.2.1.',
      fix: expect.stringMatching(/^Löschen Sie/),
    });
  });

  it('a diagnosis that is usually the customer’s says who is waited for where it is not', () => {
    const view = aView({ code: 'caa_forbids_issuance', actor: 'service' });
    expect(describeDomain(view, de, 'Acme')).toEqual({
      title: 'Warten auf Acme',
      summary: 'Acme muss noch etwas erledigen.',
      fix: 'Sie müssen nichts tun.',
    });
  });

  it('records are named as the form of the provider takes them, also where it takes nothing for the zone itself', () => {
    const caa = { action: 'add', type: 'CAA', name: 'acme.com', host: '@', value: '0 issue "ca.test"' };
    const missing = aView({ code: 'caa_forbids_issuance', fix: { text: '', records: [caa] } });
    expect(describeDomain(missing, de).fix).toContain('den Eintrag @ CAA 0 issue "ca.test" an');
    const ofTheZone = aView({}, { record: { host: '' } });
    expect(describeDomain(ofTheZone, de).fix).toContain('mit dem Namen docs.acme.com und');
  });

  it('a record is as the form has it, with the switch of the provider’s proxy; one that is removed has neither that nor a full name', () => {
    const form = { name: 'Host', value: 'Target', proxy_switch: { name: 'Proxy status', off: 'DNS only' } };
    const view = aView({}, { dns_provider: { name: 'Cloudflare', form } });
    const card = { action: 'add', type: 'CNAME', host: 'docs', name: 'docs.acme.com', value: 'x.test' };
    const rowsOf = (more: object) =>
      fieldsOf({ ...card, ...more }, view, en.labels).map(({ label, text }) => `${label}: ${text}`);
    expect(rowsOf({})).toEqual(['Type: CNAME', 'Host: docs', 'Target: x.test', 'Proxy status: DNS only']);
    expect(rowsOf({ action: 'remove' })).not.toContain('Proxy status: DNS only');
    expect(rowsOf({ type: 'CAA' })).toEqual(['Type: CAA', 'Host: docs', 'Value: x.test']);
    expect(fullNameOf(card, aView())).toBe('docs.acme.com');
    expect(fullNameOf({ ...card, action: 'remove' }, aView())).toBe(undefined);
  });

  it.each(LOCALES)('a wildcard that a proxy hides has its own record named, with the switch of the proxy: $tag', (locale) => {
    const record = { name: '*.docs.acme.com', host: '*.docs' };
    const form = { name: 'Name', value: 'Target', proxy_switch: { name: 'Proxy status', off: 'DNS only' } };
    const change = { action: 'change', type: 'CNAME', ...record, value: 'q7m2.cname.cps.test' };
    const view = aView(
      { code: 'proxied_dns', reason: 'proxy_addresses', fix: { text: 'The API says how.', records: [change] } },
      { url: record.name, record, dns_provider: { name: 'Cloudflare', form } },
    );
    const { summary, fix } = describeDomain(view, locale);
    if (locale !== en) expect([summary, fix].join()).toMatch(/\*\.docs\.acme\.com.*DNS only/);
    const fields = fieldsOf(change, view, locale.labels).map(({ text }) => text);
    expect(fields).toEqual(['CNAME', '*.docs', 'q7m2.cname.cps.test', 'DNS only']);
  });

  it('changes of CAA records are told with what is to be done with each', () => {
    const change = { type: 'CAA', name: 'acme.com', value: '128 x "y"' };
    const records = [
      { ...change, action: 'remove' },
      { ...change, action: 'add', value: '0 issue "ca.test"' },
    ];
    const view = aView({ code: 'caa_forbids_issuance', reason: 'caa_not_understood', fix: { text: '', records } });
    expect(describeDomain(view, de).fix).toContain('Löschen: acme.com CAA 128 x "y"; Anlegen: acme.com CAA 0 issue "ca.test"');
  });

  it('what waits for the integrator is said with its name, or with a word for it', () => {
    const view = aView({ code: 'server_not_connected', actor: 'integrator' });
    expect(describeDomain(view, fr)).toMatchObject({
      title: 'En attente de votre fournisseur',
      summary: 'De votre côté, tout est fait. Votre fournisseur installe le certificat.',
    });
    expect(describeDomain(view, de, 'Acme').title).toBe('Warten auf Acme');
    expect(describeDomain(view, de).title).toBe('Warten auf Ihr Anbieter');
  });

  it.each(LOCALES)('a code or reason of a later release is said in the words of the API: $tag', (locale) => {
    const known = { summary: 'The API says what.', fix: 'The API says how.' };
    expect(describeDomain(aView({ code: 'a_code_of_tomorrow' }), locale)).toEqual({ ...known, title: 'The API says what.' });
    expect(describeDomain(aView({ reason: 'a_reason_of_tomorrow' }), locale)).toMatchObject(known);
    expect(describeDomain(aView({ code: 'constructor', reason: 'toString' }), locale)).toMatchObject(known);
  });

  it.each(LOCALES)('every diagnosis has a title, a sentence and a remedy without a gap: $tag', (locale) => {
    for (const code of DIAGNOSIS_CODES) {
      for (const text of Object.values(describeDomain(aView({ code }, { record: { observed: 'x.test' } }), locale, 'Acme'))) {
        expect([code, text]).toEqual([code, expect.stringMatching(/^\S(?!.*(undefined|null| {2})).*$/)]);
      }
    }
  });
});
