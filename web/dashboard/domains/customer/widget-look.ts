import { type CSSProperties, useEffect } from 'react';
import type { Schemas } from '../../../../client/create-client.ts';
import type { Locale } from '../../../../contract/locales.ts';
import { FONT_STACKS } from '../../../../contract/view/view.ts';

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
    if (locale !== 'en') void LANGUAGES[locale]();
  }, [locale]);
}

/**
 * The custom properties by which portal and widget are themed, as in the portal's style sheet (themeCss of
 * lambdas/pages/document.ts). `colorOf`: of which undefined is left out.
 */
export function themeVariables(
  { colors: { light, dark }, font, radius }: Schemas['Theme'],
  colorOf: (light: string, dark: string) => string | undefined,
): CSSProperties {
  const names = Object.keys(light) as (keyof typeof light)[];
  const colors = names.map((name) => [`--cps-color-${name.replace('_', '-')}`, colorOf(light[name], dark[name])]);
  // A theme may have a font of a later release.
  const stack = Object.hasOwn(FONT_STACKS, font) ? FONT_STACKS[font] : FONT_STACKS.system;
  return { ...Object.fromEntries(colors), '--cps-font': stack, '--cps-radius': `${radius}px` };
}
