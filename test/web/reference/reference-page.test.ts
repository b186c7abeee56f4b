import { describe, expect, it } from 'vitest';
import { buildReference, readDocument } from '../../../web/reference/build.ts';

const document = readDocument();
const { 'page.html': page } = buildReference();
/** The readable text, including folded parts, without scripts. */
const text = page
  .replaceAll(/<[^>]+>/g, ' ')
  .replaceAll('&quot;', '"')
  .replaceAll('&#39;', "'")
  .replaceAll('&lt;', '<')
  .replaceAll('&gt;', '>')
  .replaceAll('&amp;', '&');
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

describe('the page of the reference, before any script runs', () => {
  it('has every operation with its samples', () => {
    expect(operations.length).toBeGreaterThan(30);
    for (const { operationId, summary, 'x-codeSamples': samples } of operations) {
      expect(page).toContain(`id="${operationId}"`);
      for (const part of [summary, ...samples.map(({ source }) => source)]) expect(text).toContain(part);
    }
  });

  it('has our mark as its icon, in the page itself', () => {
    expect(page).toContain('<link rel="icon" href="data:image/svg+xml,');
  });

  it('has every schema with its fields, and every event', () => {
    for (const [name, { properties = {} }] of Object.entries(document.components.schemas)) {
      const section = page.split(`<section id="schema-${name}">`)[1]?.split('</section>')[0] ?? '';
      for (const field of Object.keys(properties)) expect(section).toContain(`<code>${field}</code>`);
    }
    for (const event of Object.keys(document.webhooks)) expect(page).toContain(`id="event-${event}"`);
  });

  it('leads by every link within it to something that is there once', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(100);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
  });

  it('has no style or script in it, loads from this site only, and names no renderer', () => {
    expect(page).not.toMatch(/<style|<script(?![^>]* src=")| style="| on\w+="/);
    const loaded = [...page.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(loaded.filter((address) => !/^(\/docs\/|data:image\/svg)/.test(address ?? ''))).toEqual([]);
    expect(page).not.toMatch(/Scalar|Redoc|Swagger|powered by/i);
  });

  it('has nothing that looks like a key', () => {
    expect(text).not.toMatch(/\b(sk|whsec|cps_sk)_[A-Za-z0-9+/]{6,}/);
    expect(text).not.toMatch(/QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT/);
  });

  it('shows all the deliveries with the same headers and answers, as they are described once', () => {
    const { post: first } = Object.values(document.webhooks)[0] ?? {};
    for (const { post } of Object.values(document.webhooks)) {
      expect(post.parameters).toEqual(first?.parameters);
      expect(post.responses).toEqual(first?.responses);
    }
  });
});
