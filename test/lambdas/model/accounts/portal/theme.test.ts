import { describe, expect, it } from 'vitest';
import { logoBytes, logoProblem, MAX_LOGO_BYTES } from '../../../../../lambdas/model/accounts/portal/logo.ts';
import { StoredTheme } from '../../../../../lambdas/model/accounts/portal/portal.schema.ts';
import {
  contrastOf,
  contrastProblems,
  MIN_CONTRAST,
  nearestReadable,
  wholeTheme,
} from '../../../../../lambdas/model/accounts/portal/theme.ts';
import { PutThemeRequest } from '../../../../../lambdas/model/accounts/portal/theme-request.schema.ts';
import { aLogo } from './a-portal.ts';

const problemsOf = (theme: unknown) => {
  const parsed = PutThemeRequest.safeParse(theme);
  return parsed.success ? [] : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

describe('contrast', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.478],
    ['#767676', '#ffffff', 4.542],
    ['#ff0000', '#ffffff', 3.998],
  ])('of %s and %s is what the formula of WCAG says, whichever is first', (one, other, ratio) => {
    expect(contrastOf(one, other)).toBeCloseTo(ratio, 2);
    expect(contrastOf(other, one)).toBe(contrastOf(one, other));
  });

  it('that is too low has a nearest shade that can be read, on every colour', () => {
    const some = ['#000000', '#ffffff', '#777777', '#767676', '#ff0000', '#0b5fb0', '#ffcc00', '#123456', '#7f7f7f'];
    for (const color of some)
      for (const on of some)
        expect(contrastOf(nearestReadable(color, on), on), `${color} on ${on}`).toBeGreaterThanOrEqual(MIN_CONTRAST);
    expect(nearestReadable('#777777', '#ffffff')).toBe('#767676');
  });
});

describe('the theme', () => {
  it('can be read in both modes where an organization has set none', () => {
    expect(contrastProblems({})).toEqual({});
    expect(StoredTheme.safeParse(wholeTheme()).success).toBe(true);
  });

  it('is refused where a pair of colours is below 4.5:1, with the ratio, never rounded up, and the nearest shade that passes', () => {
    const colors = { light: { text: '#777777' }, dark: { accent: '#101418', on_accent: '#ffffff' } };
    const problems = contrastProblems({ colors });
    expect(Object.keys(problems)).toEqual(['colors.light.text', 'colors.dark.accent']);
    expect(problems['colors.light.text']?.[0]).toMatch(/4\.47:1 with colors\.light\.surface.*#767676/);
  });

  it.each([
    ['a colour with ; and }', { colors: { light: { text: '#000;}' } } }, 'colors.light.text'],
    ['a colour by name', { colors: { light: { text: 'red' } } }, 'colors.light.text'],
    ['a colour that nobody knows', { colors: { light: { texte: '#000000' } } }, 'colors.light'],
    ['a font of its own', { font: 'Arial; } body {' }, 'font'],
    ['a radius as text', { radius: '4px;}' }, 'radius'],
    ['a radius below 0', { radius: -1 }, 'radius'],
    ['a support link that runs a program', { support_url: 'javascript:alert(1)' }, 'support_url'],
    ['a support link over http', { support_url: 'http://help.example' }, 'support_url'],
    ['a support link with a password', { support_url: 'https://a:b@help.example' }, 'support_url'],
    ['a mail address with a second one', { support_url: 'mailto:a@x.example,b@x.example' }, 'support_url'],
    ['a mail address with a name', { support_url: 'mailto:help%3Ca@x.example%3E' }, 'support_url'],
    ['a mail address with a line break', { support_url: 'mailto:a@x.example%0D%0ABcc:b@x.example' }, 'support_url'],
    ['a text that turns the direction', { texts: { de: { welcome: 'a\u202eb' } } }, 'texts.de.welcome'],
    ['a text with a line feed', { texts: { de: { help: 'a\nb' } } }, 'texts.de.help'],
    ['a text of 301 characters', { texts: { en: { help: 'x'.repeat(301) } } }, 'texts.en.help'],
    ['a language that is not spoken', { locale: 'xx' }, 'locale'],
    ['a frame that is no origin', { frame_ancestors: ["https://a.example/'; script-src *"] }, 'frame_ancestors.0'],
    ['a frame that is everybody', { frame_ancestors: ['*'] }, 'frame_ancestors.0'],
    ['a logo that is SVG', { logo: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64') }, 'logo'],
    ['a logo that is HTML', { logo: Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64') }, 'logo'],
    ['a logo that is no base64', { logo: 'a b' }, 'logo'],
  ])('is refused with %s', (_, theme, field) => {
    expect(problemsOf(theme)).toEqual([expect.stringMatching(`^${field.replaceAll('.', '[.]')}: `)]);
  });

  it('may have markup and 512 bytes of emoji in its texts: they are text', () => {
    const welcome = `<img src=x onerror=alert(1)>${'👩‍🍳'.repeat(40)}`;
    expect(problemsOf({ texts: { ja: { welcome, help: '🥐'.repeat(128) } } })).toEqual([]);
  });

  it('keeps what a later release has added to it', () => {
    expect(StoredTheme.parse({ radius: 4, colors: { light: { later: '#000000' } }, shadow: 2 })).toMatchObject({
      shadow: 2,
      colors: { light: { later: '#000000' } },
    });
  });
});

describe('a logo', () => {
  it.each(['image/png', 'image/webp'] as const)('is recognised by its bytes: %s', (type) => {
    expect(logoProblem(aLogo(type))).toBeUndefined();
    expect(logoBytes(aLogo(type)).contentType).toBe(type);
  });

  it('may have 100,000 bytes, and not one more', () => {
    expect(logoProblem(aLogo('image/png', MAX_LOGO_BYTES))).toBeUndefined();
    expect(logoProblem(aLogo('image/png', MAX_LOGO_BYTES + 1))).toMatch(/100001 bytes/);
  });
});
