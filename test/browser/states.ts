import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { PublicView } from '../../contract/public-view.ts';
import { aView } from '../copy/a-view.ts';

const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const evidence = [
  { kind: 'dns', asked: 'docs.acme.com CNAME', server: 'ns1.test', answer: 'NXDOMAIN', at: '2026-01-01T00:00:00Z' },
];
const instants = { checked_at: '2026-01-01T00:00:00Z', next_check_at: '2026-01-01T00:05:00Z' };
const form = { name: 'Host', value: 'Points to' };
const removed = { text: 'Remove it.', records: [{ action: 'remove', type: 'A', name: 'docs.acme.com', value: '192.0.2.1' }] };
const validated = { dns_status: 'validated' };

/** Every state of a domain that its owner can see. */
export const STATES: Record<string, PublicView> = {
  missing: aView({ ...instants, evidence }, { dns_provider: { name: 'Wix', url: 'https://wix.test/', form } }),
  wrong: aView({ code: 'invalid_cname_target', fix: removed, evidence }, { record: { state: 'wrong', observed: 'x.test' } }),
  offered: aView(instants, { dns_setup: { type: 'domain_connect', provider: 'Wix', url: 'https://wix.test/apply?sig=x' } }),
  issuing: aView({ ...instants, code: 'in_progress', actor: 'nobody' }, { ...validated, record: { state: 'ok' } }),
  waiting: aView({ code: 'server_not_connected', actor: 'integrator' }, { ...validated, record: { state: 'ok' } }),
  moving: aView(
    { code: 'ok', actor: 'customer', reason: 'former_server' },
    { ...validated, ssl_status: 'active', record: { state: 'former', observed: 'x.test' } },
  ),
  live: aView({ code: 'ok', actor: 'nobody' }, { ...validated, ssl_status: 'active', record: { state: 'ok' } }),
};

/** In the page: the text size of a browser set to large letters. */
export const TWICE_THE_SIZE = "void (document.documentElement.style.fontSize = '200%')";

/** Findings of axe, with all of its rules. */
export async function violations(page: Page): Promise<string[]> {
  // By the debugger: the page's CSP blocks other scripts.
  await page.evaluate(AXE);
  type Found = { id: string; nodes: { html: string }[] }[];
  const found = await page.evaluate<Found>(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes })))",
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
