import { readFileSync, writeFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { COLOR_NAMES } from '../../lambdas/model/accounts/portal/portal.schema.ts';
import { wholeTheme } from '../../lambdas/model/accounts/portal/theme.ts';

const KEPT = new URL('../../contract/view/styles.json', import.meta.url);
const readCss = (name: string) => readFileSync(new URL(`../../web/${name}.css`, import.meta.url), 'utf8');
const minify = (name: string) =>
  transformSync(readCss(name), { loader: 'css', minify: true })
    .code.trim()
    .replace(/(--[\w-]+): /g, '$1:')
    .replaceAll(', ', ',');

describe('the styles that portal and widget share', () => {
  it('are those of web/tokens.css and web/card.css; else `npm run docs` writes them', () => {
    const made = { tokens: minify('tokens'), card: minify('card') };
    if (process.env.UPDATE_DOCS) writeFileSync(KEPT, `${JSON.stringify(made, null, 2)}\n`);
    expect(JSON.parse(readFileSync(KEPT, 'utf8'))).toEqual(made);
  });

  it('have the standard colours of a theme', () => {
    const { light, dark } = wholeTheme().colors;
    const css = readCss('tokens');
    for (const name of COLOR_NAMES) {
      const token = name.replace('_', '-');
      expect(css).toContain(`--${token}: var(--cps-color-${token}, light-dark(${light[name]}, ${dark[name]}))`);
    }
  });
});
