import * as z from 'zod/mini';
import { maxLength } from '../../../contract/text.schema.ts';
import { MOST_LOGO_CHARACTERS } from '../../model/accounts/portal/logo.ts';
import { COLOR_NAMES, MODES, themeValues } from '../../model/accounts/portal/portal.schema.ts';

function each<Name extends string, Schema>(names: readonly Name[], schema: Schema): Record<Name, Schema> {
  return Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, Schema>;
}

const { font, radius, locale, frame_ancestors, support_url, texts } = themeValues;
const Palette = z.strictObject(each(COLOR_NAMES, z.string()));

/** A theme with nothing left open: it can be sent back as it is. */
export const ThemeResource = z
  .strictObject({
    colors: z.strictObject(each(MODES, Palette)),
    font: font.def.innerType,
    radius: radius.def.innerType,
    logo: z.optional(z.string().check(z.meta({ contentEncoding: 'base64' }), maxLength(MOST_LOGO_CHARACTERS))),
    support_url,
    texts: texts.def.innerType,
    locale: locale.def.innerType,
    frame_ancestors: frame_ancestors.def.innerType,
  })
  .check(z.meta({ id: 'Theme', description: 'How the portal looks, and the widget with its style sheet.' }));
export type ThemeResource = z.infer<typeof ThemeResource>;
