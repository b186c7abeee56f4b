import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import service from '../../package.json' with { type: 'json' };
import elements from '../../web/widget/custom-elements.json' with { type: 'json' };
import manifest from '../../web/widget/package.json' with { type: 'json' };
import { RULES } from '../../web/widget/server/conformance.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/guides/widget.md');
const [element] = elements.modules[0]?.declarations ?? [];

describe('docs/guides/widget.md', () => {
  it('has the program that the tests run, word for word', () => {
    expect(page).toContain(`\`\`\`js\n${read('web/examples/express/server.mjs').trimEnd()}\n\`\`\``);
  });

  it('has each attribute and event of the element', () => {
    for (const { name, description } of [...(element?.attributes ?? []), ...(element?.events ?? [])]) {
      expect(page).toContain(`| \`${name}\` | ${description}`);
    }
  });

  it('has each rule of a proxy', () => {
    for (const { name, says } of RULES) expect(page).toContain(`| \`${name}\` | ${says} |`);
  });

  it('and its help call the check of proxies by a name that the package has, and no other package', () => {
    const [command] = Object.keys(manifest.bin);
    expect(command).toMatch(/^cps-/);
    expect(page).toContain(`npx --no ${command} http`);
    expect(read('web/widget/server/check-proxy.ts')).toContain(`\`${command} <address`);
  });

  it('the widget has the version of the service: what one address leads to changes with no release', () => {
    expect(manifest.version).toBe(service.version);
  });

  it('and the example name the version of the package', () => {
    expect(page).toContain(`certificate-provisioning-widget-${manifest.version}.tgz`);
    expect(read('web/examples/express/server.mjs')).toContain(`/script/${manifest.version}/`);
    expect(page.match(/(?<=\/widget\/)\d[\d.]*(?=\/)/g)).toEqual([manifest.version, manifest.version]);
  });
});
