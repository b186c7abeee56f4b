import type { Schemas } from '../../../client/typescript/create-client.ts';
import { Failure } from '../api/failure.ts';
import type { Theme } from '../api/organization.ts';

export type Mode = keyof Theme['colors'];
export type ColorName = keyof Theme['colors']['light'];
type Request = Schemas['PutThemeRequest'];

export type ThemeChange = Omit<Partial<Theme>, 'logo'> & { logo?: string | undefined };

/** An undefined logo removes it. */
export function applyThemeChange(theme: Theme, change: ThemeChange): Theme {
  const { logo, ...others } = { ...theme, ...change };
  return { ...others, ...(logo !== undefined && { logo }) };
}

export const COLOR_WORDS: Record<ColorName, string> = {
  text: 'Text',
  surface: 'Surface',
  line: 'Borders',
  accent: 'Links and buttons',
  on_accent: 'Text on buttons',
  good: 'What is right',
  wait: 'What takes time',
  bad: 'What has to be mended',
};
export const COLOR_NAMES = Object.keys(COLOR_WORDS) as ColorName[];
export const MODES: readonly Mode[] = ['light', 'dark'];

export const FONT_NAMES: Record<Theme['font'], string> = {
  system: 'System',
  humanist: 'Humanist',
  geometric: 'Geometric',
  rounded: 'Rounded',
  old_style: 'Old style',
  slab: 'Slab',
};

const HEX = /^#[0-9a-f]{6}$/i;

export function isColor(text: string): boolean {
  return HEX.test(text);
}

/** Leaves out empty fields: the service treats an absent one as none. */
export function requestOf({ support_url, texts, frame_ancestors, ...theme }: Theme): Request {
  const kept = Object.entries(texts).flatMap(([locale, words]) => {
    const filled = Object.entries(words ?? {}).filter(([, text]) => text.trim() !== '');
    return filled.length === 0 ? [] : [[locale, Object.fromEntries(filled)]];
  });
  return {
    ...theme,
    ...(support_url && { support_url }),
    texts: Object.fromEntries(kept),
    frame_ancestors: frame_ancestors.map((origin) => origin.trim()).filter((origin) => origin !== ''),
  };
}

/** The service's errors by field, such as `colors.light.accent`. */
export function problemsOf(error: unknown): Record<string, string[]> {
  if (!(error instanceof Failure)) return {};
  const errors = error.details.errors;
  return typeof errors === 'object' && errors !== null ? (errors as Record<string, string[]>) : {};
}

const NEAREST = /(#[0-9a-f]{6}) is the nearest/;

/** The suggested shade in the service's error. */
export function suggestedShade(problem: string): string | undefined {
  return NEAREST.exec(problem)?.[1];
}
