import { type CSSProperties, useEffect } from 'react';
import type { Locale } from '../../../../contract/paths.ts';
import { FONT_STACKS } from '../../../../contract/view/view.ts';
import type { Theme } from '../../api/organization.ts';

type ColorName = keyof Theme['colors']['light'];

/** The element itself contains English. */
const LANGUAGES: Record<Exclude<Locale, 'en'>, () => Promise<unknown>> = {
  de: () => import('../../../widget/locales/de.ts'),
  fr: () => import('../../../widget/locales/fr.ts'),
  es: () => import('../../../widget/locales/es.ts'),
  'pt-BR': () => import('../../../widget/locales/pt-BR.ts'),
  ja: () => import('../../../widget/locales/ja.ts'),
};

export function useWidgetLanguage(locale: Locale): void {
  useEffect(() => {
    if (Object.hasOwn(LANGUAGES, locale)) void LANGUAGES[locale as keyof typeof LANGUAGES]();
  }, [locale]);
}

/**
 * Custom properties that theme portal and widget (themeCss of lambdas/pages/document.ts). A missing colour keeps the standard
 * one.
 */
export function themeVariables({ colors, font, radius }: Theme, colorOf: (name: ColorName) => string | undefined): CSSProperties {
  const names = Object.keys(colors.light) as ColorName[];
  const variables = names.map((name) => [`--cps-color-${name.replace('_', '-')}`, colorOf(name)]);
  // A theme may have a font of a later release.
  const stack = Object.hasOwn(FONT_STACKS, font) ? FONT_STACKS[font] : FONT_STACKS.system;
  return { ...Object.fromEntries(variables), '--cps-font': stack, '--cps-radius': `${radius}px` };
}
