import * as z from 'zod/mini';
import { maxLength } from '../../../contract/text.schema.ts';
import { MAX_LOGO_CHARACTERS } from '../../model/accounts/portal/logo.ts';
import { THEME_DESCRIPTIONS, themeValues } from '../../model/accounts/portal/portal.schema.ts';

function each<Name extends string, Schema extends z.ZodMiniType>(words: Readonly<Record<Name, string>>, schema: Schema) {
  const fields = Object.entries<string>(words).map(([name, text]) => [name, schema.check(z.describe(text))]);
  return Object.fromEntries(fields) as Record<Name, Schema>;
}

const { font, radius, locale, frame_ancestors, support_url, texts } = themeValues;
const Palette = z.strictObject(each(THEME_DESCRIPTIONS.palette, z.string()));

/** A complete theme: clients can send it back unchanged. */
export const ThemeResource = z
  .strictObject({
    colors: z.strictObject(each(THEME_DESCRIPTIONS.modes, Palette)).check(z.describe(THEME_DESCRIPTIONS.colors)),
    font: font.def.innerType,
    radius: radius.def.innerType,
    logo: z.optional(
      z
        .string()
        .check(z.meta({ contentEncoding: 'base64', description: THEME_DESCRIPTIONS.logo }), maxLength(MAX_LOGO_CHARACTERS)),
    ),
    support_url,
    texts: texts.def.innerType,
    locale: locale.def.innerType,
    frame_ancestors: frame_ancestors.def.innerType,
  })
  .check(z.meta({ id: 'Theme', description: 'How the portal looks, and the widget with its style sheet.' }));
export type ThemeResource = z.infer<typeof ThemeResource>;
