import { LOCALES, type Locale } from '../../../../contract/paths.ts';
import { THEME_PROBLEMS } from '../../../../copy/en/error-messages.ts';
import { COLOR_NAMES, type ColorName, type Font, MODES, type ThemeValues } from './portal.schema.ts';

// Colours are written #rrggbb.

/** The contrast that most people need to read text: WCAG 2.2, 1.4.3. */
export const MIN_CONTRAST = 4.5;

/** From 1 to 21. https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/**
 * The nearest shade of a colour, towards black or white, that is readable on another. Against any colour, one of the two
 * directions works.
 */
export function nearestReadable(color: string, on: string): string {
  const from = channelsOf(color);
  const shades = [0, 255].flatMap((end) => {
    for (let step = 0; step <= 255; step += 1) {
      const shade = hexOf(from.map((channel) => Math.round(channel + ((end - channel) * step) / 255)));
      if (contrastOf(shade, on) >= MIN_CONTRAST) return [shade];
    }
    return [];
  });
  const distance = (shade: string) => Math.hypot(...channelsOf(shade).map((channel, index) => channel - (from[index] ?? 0)));
  return shades.toSorted((a, b) => distance(a) - distance(b))[0] ?? color;
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function hexOf(channels: number[]): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

export type Palette = Record<ColorName, string>;
/** A theme with all defaults filled in. */
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
    text: '#1a1f26',
    surface: '#ffffff',
    line: '#c9d0d8',
    accent: '#0b5fb0',
    on_accent: '#ffffff',
    good: '#1a7036',
    wait: '#7a5200',
    bad: '#b3261e',
  },
  dark: {
    text: '#e8ebef',
    surface: '#15181d',
    line: '#424a55',
    accent: '#7cb7ff',
    on_accent: '#10141a',
    good: '#5fd38d',
    wait: '#f0b94a',
    bad: '#ff8a80',
  },
};

/** The pairs of text colour and background. */
const PAIRS: readonly (readonly [ColorName, ColorName])[] = [
  ['text', 'surface'],
  ['accent', 'surface'],
  ['on_accent', 'accent'],
  ['good', 'surface'],
  ['wait', 'surface'],
  ['bad', 'surface'],
];

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

/** Unreadable pairs, by the field of the text colour: with the contrast, and the nearest readable shade. */
export function contrastProblems(theme: ThemeValues): Record<string, string[]> {
  const { colors } = wholeTheme(theme);
  const problems = MODES.flatMap((mode) =>
    PAIRS.flatMap(([name, onName]) => {
      const [color, on] = [colors[mode][name], colors[mode][onName]];
      const contrast = contrastOf(color, on);
      if (contrast >= MIN_CONTRAST) return [];
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
