import { LOCALES } from '../../../../contract/paths.ts';
import type { ComponentFields } from './component-fields.ts';

const COLORS: Readonly<Record<string, string>> = {
  text: 'What is written.',
  surface: 'What it is written on.',
  line: 'Borders.',
  accent: 'Links and buttons.',
  on_accent: 'What is written on buttons.',
  good: 'What is right.',
  wait: 'What takes time.',
  bad: 'What has to be mended.',
};

function palette(mode: string, words: string): Record<string, string> {
  const colors = Object.entries(COLORS).map(([name, about]) => [`colors.${mode}.${name}`, about]);
  return { [`colors.${mode}`]: words, ...Object.fromEntries(colors) };
}

const TEXTS = Object.fromEntries(
  LOCALES.flatMap((locale) => [
    [`texts.${locale}`, `For whoever reads ${new Intl.DisplayNames('en', { type: 'language' }).of(locale)}.`],
    [`texts.${locale}.welcome`, 'A sentence or two at the top of the portal.'],
    [`texts.${locale}.help`, 'A sentence or two beside the address where help is.'],
  ]),
);

const THEME = {
  colors: 'Colours, each as `#` and six hexadecimal digits.',
  ...palette('light', 'Where the device of whoever looks is set to light.'),
  ...palette('dark', 'Where it is set to dark.'),
  font: 'A stack of fonts that devices have already.',
  radius: 'How round corners are, in pixels.',
  logo: 'A PNG or WebP image of at most 100,000 bytes, as base64.',
  texts: 'Sentences of yours, by language. They are shown as they are: markup is text.',
  ...TEXTS,
  locale: 'The language where neither the address nor the browser asks for another.',
  frame_ancestors: 'Origins of yours in whose pages the portal may be framed, such as `https://app.example.com`. Empty: in none.',
};

/** What the schemas of a theme and of a link do not say themselves. */
export const THEME_FIELDS: ComponentFields = {
  PutThemeRequest: THEME,
  Theme: THEME,
  CreatePortalLinkRequest: {
    expires_in_hours: 'For how long the link works; seven days if absent.',
    locale: 'The language of the page; without it, that of the browser, else that of your theme.',
  },
  PortalLink: { expires_at: 'Until when the link works.' },
};
