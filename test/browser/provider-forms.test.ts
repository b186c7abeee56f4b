import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicView } from '../../copy/public-view.ts';
import { lookAtCname } from '../../lambdas/dns/look-at-cname.ts';
import { recursiveReader } from '../../lambdas/dns/walk/dns-reader.ts';
import { domainResource } from '../../lambdas/model/domains/domain-resource.ts';
import { CHROMIUM, launch } from '../e2e/a-browser.ts';
import { aDomain, NOW } from '../lambdas/a-domain.ts';
import { resolverKnowing } from '../lambdas/shared/net/answers.ts';
import { follow, PHONE, type PlayedPortal, playPortal } from './portal-page.ts';

const ZONE = 'customer.com';
const OF_A_PROXY = '104.16.0.1';

/** A DNS provider's form for a record, and how the provider interprets the entries. */
interface Form {
  /** The provider's id in a domain's row. */
  provider?: string;
  /** The form's labels, in its order. */
  type: string;
  name: string;
  value: string;
  /** On by default. */
  proxy?: { name: string; on: string; off: string };
  /** Appends the zone to a value without a trailing full stop. */
  appendsZone?: boolean;
}
const FORMS: Record<string, Form> = {
  'calls the name “Host”': { provider: 'namecheap', type: 'Type', name: 'Host', value: 'Value' },
  'appends the zone to its “Name”, whatever is in it': { provider: 'godaddy', type: 'Type', name: 'Name', value: 'Value' },
  'has a proxy, which is on at first': {
    ...{ provider: 'cloudflare', type: 'Type', name: 'Name', value: 'Target' },
    proxy: { name: 'Proxy status', on: 'Proxied', off: 'DNS only' },
  },
  'wants a full stop at the end of the value': {
    ...{ provider: 'ovhcloud', type: 'Record', name: 'Sub-domain', value: 'Target' },
    appendsZone: true,
  },
  'is of a provider that nobody knows': { type: 'Record type', name: 'Subdomain', value: 'Destination' },
};

const select = (label: string, options: string[]) =>
  `<label for="${label}">${label}</label> <select id="${label}">${options.map((each) => `<option>${each}</option>`).join('')}</select>`;
const input = (label: string) => `<label for="${label}">${label}</label> <input id="${label}">`;
const formPage = ({ type, name, value, proxy }: Form) =>
  `<!doctype html><title>Add a record</title>${select(type, ['A', 'TXT', 'CNAME'])}${input(name)}.${ZONE}${input(value)}${
    proxy ? select(proxy.name, [proxy.on, proxy.off]) : ''
  }`;

/** Like a shop owner: enters each row of the card into the field of the same name, or else into the next one. */
async function fillIn(form: Page, portal: Page): Promise<void> {
  const fields = form.getByRole('textbox').or(form.getByRole('combobox'));
  const rows = await portal.locator('.record.add .field').all();
  for (const [position, row] of rows.entries()) {
    const label = (await row.locator('dt').textContent()) ?? '';
    const named = form.getByLabel(label, { exact: true });
    const field = (await named.count()) === 1 ? named : fields.nth(position);
    const copy = row.getByRole('button');
    if ((await copy.count()) === 0) {
      await field.selectOption((await row.locator('code').textContent()) ?? '');
      continue;
    }
    await copy.click();
    await field.fill(String(await portal.evaluate('navigator.clipboard.readText()')));
  }
}

/** The DNS records that result from the saved form. */
async function recordsFrom(page: Page, { proxy, appendsZone }: Form): Promise<Record<string, string[]>> {
  const [type, ...others] = await page.getByRole('combobox').all();
  const [name, value] = await page.getByRole('textbox').all();
  const owner = `${await name?.inputValue()}.${ZONE}`;
  const entered = (await value?.inputValue()) ?? '';
  const target = entered.endsWith('.') ? entered.slice(0, -1) : `${entered}${appendsZone ? `.${ZONE}` : ''}`;
  const isProxied = proxy !== undefined && (await others[0]?.inputValue()) === proxy.on;
  return isProxied ? { [`A ${owner}`]: [OF_A_PROXY] } : { [`${await type?.inputValue()} ${owner}`]: [target] };
}

const waitingAt = (provider: string | undefined) =>
  aDomain('awaiting-dns', {
    hosting: { zone: ZONE, ...(provider && { provider }) },
    diagnosis: { code: 'cname_not_found', evidence: [] },
  });

function check(known: Record<string, string[]>) {
  const servers = { ownerOfLabel: async () => undefined };
  const ports = { openDnsReader: () => recursiveReader(resolverKnowing(known)), servers, baseTarget: 'cname.service.net' };
  return lookAtCname(ports, waitingAt(undefined), NOW);
}

describe.skipIf(!CHROMIUM)('a shop owner with the portal alone', () => {
  let browser: Browser;
  let context: BrowserContext;
  let portal: PlayedPortal;
  beforeAll(async () => {
    if (!CHROMIUM) return;
    browser = await launch();
    context = await browser.newContext(PHONE);
    context.setDefaultTimeout(5000);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    portal = await playPortal('asking');
  });
  afterAll(async () => {
    await browser?.close();
    await portal?.close();
  });

  it.each(Object.entries(FORMS))('makes the right record at the first try in a form that %s', async (_, form) => {
    portal.shown = publicView(domainResource(waitingAt(form.provider)), { is: 'owner' });
    const [card, provider] = [await context.newPage(), await context.newPage()];
    await provider.setContent(formPage(form));
    await card.bringToFront();
    await follow(card, portal);
    await fillIn(provider, card);
    const known = await recordsFrom(provider, form);
    expect(await check(known)).toMatchObject({ kind: 'cname-matched' });
    await card.close();
    await provider.close();
  });
});
