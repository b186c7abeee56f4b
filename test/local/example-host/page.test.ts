import { describe, expect, it } from 'vitest';
import { type ExamplePageData, examplePage, policy } from '../../../local/example-host/page.ts';

const shown: ExamplePageData = {
  language: 'de',
  hostname: 'docs.acme.com',
  suggested: 'shop-1.customer.test',
  refusal: undefined,
  portalPath: '/portal/opt_1',
  script: { version: '0.1.0', integrity: { 'cps-domain.js': 'sha384-AAA', 'locales/de.js': 'sha384-BBB' } },
};

describe('the page of the example host', () => {
  it('loads the widget and its language by their hashes', () => {
    const page = examplePage(shown);
    expect(page).toContain('integrity="sha384-AAA"');
    expect(page).toContain('integrity="sha384-BBB"');
    expect(page).toContain('<cps-domain hostname="docs.acme.com" proxy="/example-host/domain-proxy"');
  });

  it('has only a form where no domain is shown, and a refusal in it as text', () => {
    const page = examplePage({ ...shown, hostname: undefined, suggested: '"><b>', refusal: '<img src=x>' });
    expect(page).not.toContain('<cps-domain');
    expect(page).not.toMatch(/<img|<b>"/);
    expect(page).toContain('value="&quot;&gt;&lt;b&gt;"');
  });

  it('allows no script but its own, and turns no text into one', () => {
    expect(policy()).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    expect(policy()).toMatch(/require-trusted-types-for 'script'; trusted-types 'none'$/);
    expect(policy()).not.toContain('unsafe');
  });
});
