import { LOCALES, type Locale } from '../../../../contract/locales.ts';
import { THEME_PROBLEMS } from '../../../../copy/en/theme-problems.ts';
import { contrastOf, LEAST_CONTRAST, nearestReadable } from './contrast.ts';
import { COLOR_NAMES, type ColorName, MODES, type ThemeValues } from './theme.schema.ts';
import type { Font } from './theme-fonts.ts';

export type Palette = Record<ColorName, string>;
/** A theme with nothing left open. */
export interface WholeTheme {
  colors: Record<(typeof MODES)[number], Palette>;
  font: Font;
  radius: number;
  locale: Locale;
  frame_ancestors: string[];
  support_url?: string;
  texts: NonNullable<ThemeValues['texts']>;
}

/** Each pair below passes `contrastProblems`. */
const STANDARD_COLORS: WholeTheme['colors'] = {
  light: {
    ...{ text: '#1a1f26', surface: '#ffffff', line: '#c9d0d8', accent: '#0b5fb0', on_accent: '#ffffff' },
    ...{ good: '#1a7036', wait: '#7a5200', bad: '#b3261e' },
  },
  dark: {
    ...{ text: '#e8ebef', surface: '#15181d', line: '#424a55', accent: '#7cb7ff', on_accent: '#10141a' },
    ...{ good: '#5fd38d', wait: '#f0b94a', bad: '#ff8a80' },
  },
};

/** What is written in which colour on which. */
const PAIRS: readonly (readonly [ColorName, ColorName])[] = [
  ['text', 'surface'],
  ['accent', 'surface'],
  ['on_accent', 'accent'],
  ['good', 'surface'],
  ['wait', 'surface'],
  ['bad', 'surface'],
];

/** The theme with the standard for what it leaves open. */
export function wholeTheme(theme: ThemeValues = {}): WholeTheme {
  return {
    colors: { light: paletteOf('light', theme), dark: paletteOf('dark', theme) },
    font: theme.font ?? 'system',
    radius: theme.radius ?? 8,
    locale: theme.locale ?? LOCALES[0],
    frame_ancestors: theme.frame_ancestors ?? [],
    ...(theme.support_url !== undefined && { support_url: theme.support_url }),
    texts: theme.texts ?? {},
  };
}

function paletteOf(mode: (typeof MODES)[number], { colors }: ThemeValues): Palette {
  const given = colors?.[mode] ?? {};
  const entries = COLOR_NAMES.map((name) => [name, (given[name] ?? STANDARD_COLORS[mode][name]).toLowerCase()]);
  return Object.fromEntries(entries) as Palette;
}

/** What cannot be read, by the field that writes it: with its contrast, and the nearest shade that can. */
export function contrastProblems(theme: ThemeValues): Record<string, string[]> {
  const { colors } = wholeTheme(theme);
  const problems = MODES.flatMap((mode) =>
    PAIRS.flatMap(([name, onName]) => {
      const [color, on] = [colors[mode][name], colors[mode][onName]];
      const contrast = contrastOf(color, on);
      if (contrast >= LEAST_CONTRAST) return [];
      const other = `colors.${mode}.${onName}`;
      return [[`colors.${mode}.${name}`, [THEME_PROBLEMS.contrast(ratioText(contrast), other, nearestReadable(color, on))]]];
    }),
  );
  return Object.fromEntries(problems);
}

/** Never rounded up: 4.499 is not 4.5. */
function ratioText(contrast: number): string {
  return (Math.floor(contrast * 100) / 100).toFixed(2);
}
