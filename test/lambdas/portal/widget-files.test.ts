/** @module-tag slow */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { WIDGET_FILES } from '../../../contract/paths.ts';
import manifest from '../../../web/widget/package.json' with { type: 'json' };
import { tableHolds, wholeRequests } from '../api/api-caller.ts';
import { visit } from './a-visit.ts';

const at = (name: string, version = manifest.version) => `/widget/${version}/${name}`;
const scripts = WIDGET_FILES.filter((name) => name.endsWith('.js'));

beforeEach(() => tableHolds());

describe('the script of the widget at the site', () => {
  it('has the hash that pages name, for each language, compressed or not', async () => {
    const { integrity } = JSON.parse((await visit({ path: at('files.json') })).text);
    expect(Object.keys(integrity).sort()).toEqual([...scripts].sort());
    for (const name of scripts) {
      for (const encoding of ['gzip', 'identity']) {
        const { status, headers, text } = await visit({ path: at(name), headers: { 'accept-encoding': encoding } });
        expect([name, status, headers['content-encoding']]).toEqual([name, 200, encoding === 'gzip' ? 'gzip' : undefined]);
        expect(integrity[name]).toBe(`sha384-${createHash('sha384').update(text).digest('base64')}`);
      }
    }
    expect(wholeRequests()).toEqual([]);
  });

  it.each(WIDGET_FILES)('a page of any site may load it, and browsers and CloudFront keep it for a year: %s', async (name) => {
    expect((await visit({ path: at(name) })).headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-type': name.endsWith('.js') ? 'text/javascript; charset=utf-8' : 'application/json',
      vary: 'accept-encoding',
    });
  });

  it('the address of the newest of a major version leads to the same bytes, and browsers ask again after five minutes', async () => {
    const newest = await visit({ path: at('cps-domain.js', `v${manifest.version.split('.')[0]}`) });
    expect(newest.text).toBe((await visit({ path: at('cps-domain.js') })).text);
    expect(newest.headers).toMatchObject({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' });
  });

  it.each([
    ...[at('cps-domain.js', '0.0.1'), at('cps-domain.js', 'v1'), at('other.js'), at('locales/en.js')],
    ...[at('locales/..%2Ffiles.json'), at('..%2Fportal.js'), '/widget/cps-domain.js', at('locales/locales/de.js')],
  ])('what the widget has not is not there, and nobody keeps that: %s', async (path) => {
    const { status, headers } = await visit({ path });
    expect([status, headers['cache-control']]).toEqual([404, 'no-store']);
  });
});
