import { generateKeyPairSync, sign } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { discoverProvider } from '../../../../lambdas/dns/domain-connect/discover-provider.ts';
import { applyLink } from '../../../../lambdas/dns/domain-connect/find-setup.ts';
import { publicKeyRecords, template } from '../../../../lambdas/dns/domain-connect/template.ts';
import { guardedRead } from '../../../../lambdas/shared/net/http-read.gateway.ts';
import type { Resolve } from '../../../../lambdas/shared/net/resolve.ts';
import { resolverKnowing } from '../../shared/net/answers.ts';
import { aProvider, type Provider } from './a-provider.ts';

const ZONE = 'acme.com';
const OURS = template({
  ...{ providerId: 'service.example.net', providerName: 'Service', serviceId: 'https' },
  ...{ baseTarget: 'cname.service.example.net', keyDomain: 'service.example.net', siteDomain: 'site.example.net' },
});
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const KEY = publicKeyRecords(publicKey.export({ type: 'spki', format: 'der' }));
const signer = { keyHost: '_dck1', sign: async (bytes: Uint8Array) => sign('sha256', bytes, privateKey) };
/** Reversed, because DNS returns values in any order. */
const keyInDns = { 'TXT _dck1.service.example.net': KEY.toReversed() };

const read = (provider: Pick<Provider, 'rootPem'>, known: Record<string, string[]>, allowLoopback = true) =>
  guardedRead({
    resolve: resolverKnowing(known),
    allowLoopback,
    trustedRootPem: provider.rootPem,
    timeoutMs: 3000,
    maxBytes: 16_384,
  });

function discover(provider: Provider, text = provider.host, more: Record<string, string[]> = {}, allowLoopback = true) {
  const [name] = provider.host.split(':');
  const known = { [`TXT _domainconnect.${ZONE}`]: [text], [`A ${name}`]: ['127.0.0.1'], ...more };
  const ports = { resolve: resolverKnowing(known), read: read(provider, known, allowLoopback) };
  return discoverProvider(ports, ZONE, OURS);
}
const hosting = (more: object = {}) => aProvider({ zone: ZONE, templates: [OURS], resolve: resolverKnowing(keyInDns), ...more });
const linkOf = (applyUrl: string) =>
  applyLink(
    { applyUrl, zone: ZONE, host: 'docs', label: 'q7m2', redirectUri: 'https://site.example.net/portal/opt_1?from=dns&a=b c' },
    signer,
  );

async function open(provider: Provider, link: string) {
  const answer = await read(provider, { [`A ${new URL(link).hostname}`]: ['127.0.0.1'] })(link);
  return answer.kind === 'answer' ? answer.status : answer.reason;
}

describe('Domain Connect', () => {
  it('a record is set by one confirmation at a provider that has our template, and the owner is led back', async () => {
    await using provider = await hosting();
    const found = await discover(provider);
    expect(found).toMatchObject({ kind: 'offered', provider: 'Provider' });
    const link = await linkOf(found.kind === 'offered' ? found.applyUrl : '');
    expect(await open(provider, link)).toBe(302);
    expect([...provider.records]).toEqual([['docs.acme.com', 'CNAME q7m2.cname.service.example.net']]);
  });

  it.each([
    ['label=q7m2', 'label=evil'],
    ['host=docs', 'host=www'],
    ['&sig=', '&other=1&sig='],
    ['key=_dck1', 'key=_dck2'],
  ])('a link in which %s is changed is refused by the provider: its signature is over the whole query', async (from, to) => {
    await using provider = await hosting();
    const found = await discover(provider);
    const link = await linkOf(found.kind === 'offered' ? found.applyUrl : '');
    expect(link).toContain(from);
    expect(await open(provider, link.replace(from, to))).toBe(400);
    expect(provider.records.size).toBe(0);
  });

  it.each<[string, object, string]>([
    ['has not taken our template in', { templates: [] }, 'our template is answered with 404'],
    ['has no synchronous flow', { others: { urlSyncUX: undefined } }, 'it has no synchronous flow'],
    ['names an address without TLS', { others: { urlSyncUX: 'http://provider.example.com' } }, 'its settings cannot be read'],
    ['names a script', { others: { urlSyncUX: 'javascript:alert(1)//' } }, 'its settings cannot be read'],
    ['names an address with a query', { others: { urlSyncUX: 'https://a.example.com/?to=' } }, 'its settings cannot be read'],
    ['does not have the zone any more', { zone: 'other.com' }, 'its settings are answered with 404'],
  ])('nothing is offered where the provider %s', async (_, more, why) => {
    await using provider = await hosting(more);
    expect(await discover(provider)).toEqual({ kind: 'not-offered', why });
  });

  it.each<[string, object, string]>([
    ['says without a word that it has the template', { supported: 204 }, 'Provider'],
    ['has null where it has nothing', { others: { providerDisplayName: null, urlAsyncUX: null, width: null } }, 'Provider'],
    ['has an empty name for this zone', { others: { providerDisplayName: '' } }, 'Provider'],
    ['has a name of its own for this zone', { others: { providerDisplayName: 'Brand' } }, 'Brand'],
    ['has a name that turns the direction', { others: { providerDisplayName: ' a\u202egpj\u0000\n  b\u2066 ' } }, 'agpj b'],
    ['has a name of nothing that is seen', { others: { providerDisplayName: '\u200b\u202e ' } }, 'Provider'],
    ['has a long name', { others: { providerDisplayName: '🧁'.repeat(300) } }, '🧁'.repeat(100)],
  ])('the flow of a provider is offered that %s', async (_, more, name) => {
    await using provider = await hosting(more);
    expect(await discover(provider)).toMatchObject({ kind: 'offered', provider: name });
  });

  it('the address among several TXT records is found, in whichever order DNS answers', async () => {
    await using provider = await hosting();
    const texts = ['v=spf1 -all', provider.host];
    for (const inOrder of [texts, texts.toReversed()])
      expect(await discover(provider, '', { [`TXT _domainconnect.${ZONE}`]: inOrder })).toMatchObject({ kind: 'offered' });
  });

  it('no flow is offered of a provider that has null in its place', async () => {
    await using provider = await hosting({ others: { urlSyncUX: null } });
    expect(await discover(provider)).toEqual({ kind: 'not-offered', why: 'it has no synchronous flow' });
  });

  it.each([500, 503, 429])('a provider in trouble has not said that it has no template: %i', async (status) => {
    const settings = (response: ServerResponse) => response.writeHead(status).end();
    await using provider = await hosting({ settings });
    expect(await discover(provider)).toMatchObject({ kind: 'unanswered', why: `its settings are answered with ${status}` });
    await using other = await hosting({ supported: status });
    expect(await discover(other)).toMatchObject({ kind: 'unanswered', why: `our template is answered with ${status}` });
  });

  it('DNS that fails, or a provider that says nothing, is no answer to whether it has our template', async () => {
    const failing: Resolve = async () => ({ kind: 'failure', records: [], server: '', reason: 'silent' });
    const ports = { resolve: failing, read: async () => expect.fail('somebody was asked') };
    expect(await discoverProvider(ports, ZONE, OURS)).toEqual({ kind: 'unanswered', why: 'DNS gave no answer: silent' });
    await using provider = await hosting({ settings: (response: ServerResponse) => response.destroy() });
    expect(await discover(provider)).toMatchObject({ kind: 'unanswered' });
  });

  it.each([
    'https://provider.example.com',
    'provider.example.com/../x',
    'provider.example.com?a',
    'localhost',
    'a b.example.com',
    '',
  ])('nothing is asked of what a zone names in place of an address: %j', async (text) => {
    await using provider = await hosting();
    expect(await discover(provider, text)).toEqual({ kind: 'not-offered', why: 'its _domainconnect record is no address' });
    expect(provider.requests).toEqual([]);
  });

  it('a redirect of the settings is followed nowhere, and so to no private address', async () => {
    await using secret = await hosting();
    const settings = (response: { writeHead: (status: number, headers: object) => { end: () => void } }) =>
      response.writeHead(302, { location: `https://${secret.host}/v2/${ZONE}/settings` }).end();
    await using provider = await hosting({ settings });
    expect(await discover(provider)).toEqual({ kind: 'not-offered', why: 'its settings are answered with 302' });
    expect(secret.requests).toEqual([]);
  });

  it('a provider at a private address is not asked, by its settings or by the address of its API in them', async () => {
    await using provider = await hosting();
    expect(await discover(provider, provider.host, {}, false)).toMatchObject({ why: expect.stringContaining('127.0.0.1') });
    expect(provider.requests).toEqual([]);
    await using other = await hosting({ others: { urlAPI: 'https://metadata.example.com' } });
    const inside = { 'A metadata.example.com': ['169.254.169.254'] };
    expect(await discover(other, other.host, inside)).toMatchObject({ why: expect.stringContaining('169.254.169.254') });
  });

  it('the public key is published in as many records as it takes, none longer than one string of a TXT record', () => {
    expect(KEY.map((record) => record.slice(0, 14))).toEqual(['p=1,a=RS256,d=', 'p=2,a=RS256,d=']);
    expect(Math.max(...KEY.map((record) => record.length))).toBeLessThanOrEqual(255);
  });
});
