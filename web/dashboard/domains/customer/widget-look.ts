import { type CSSProperties, useEffect } from 'react';
import type { Locale } from '../../../../contract/paths.ts';
import { FONT_STACKS } from '../../../../contract/view/view.ts';
import type { Theme } from '../../api/organization.ts';

type ColorName = keyof Theme['colors']['light'];

/** English is in the element. */
const LANGUAGES: Record<Exclude<Locale, 'en'>, () => Promise<unknown>> = {
  de: () => import('../../../widget/locales/de.ts'),
  fr: () => import('../../../widget/locales/fr.ts'),
  es: () => import('../../../widget/locales/es.ts'),
  'pt-BR': () => import('../../../widget/locales/pt-BR.ts'),
  ja: () => import('../../../widget/locales/ja.ts'),
};

/** Has the widget speak a language. */
export function useWidgetLanguage(locale: Locale): void {
  useEffect(() => {
    if (Object.hasOwn(LANGUAGES, locale)) void LANGUAGES[locale as keyof typeof LANGUAGES]();
  }, [locale]);
}

/**
 * The custom properties by which portal and widget are themed (themeCss of lambdas/pages/document.ts). A colour that is left out
 * keeps the standard.
 */
export function themeVariables({ colors, font, radius }: Theme, colorOf: (name: ColorName) => string | undefined): CSSProperties {
  const names = Object.keys(colors.light) as ColorName[];
  const variables = names.map((name) => [`--cps-color-${name.replace('_', '-')}`, colorOf(name)]);
  // A theme may have a font of a later release.
  const stack = Object.hasOwn(FONT_STACKS, font) ? FONT_STACKS[font] : FONT_STACKS.system;
  return { ...Object.fromEntries(variables), '--cps-font': stack, '--cps-radius': `${radius}px` };
}
