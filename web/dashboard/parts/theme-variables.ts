import type { CSSProperties } from 'react';
import type { Schemas } from '../../../client/create-client.ts';
import { FONT_STACKS } from '../../../contract/view/view.ts';

type Theme = Schemas['Theme'];
type ColorName = keyof Theme['colors']['light'];

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
