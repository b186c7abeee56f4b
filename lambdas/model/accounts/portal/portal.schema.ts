import * as z from 'zod/mini';
import { isMailAddress } from '../../../../contract/mail-address.schema.ts';
import { LOCALES, type Locale } from '../../../../contract/paths.ts';
import { isWellFormed, maxLength } from '../../../../contract/text.schema.ts';
import { FONT_STACKS } from '../../../../contract/view/view.ts';
import { THEME_PROBLEMS } from '../../../../copy/en/error-messages.ts';
import { storedObject } from '../../../shared/table/stored-object.schema.ts';

const { address } = THEME_PROBLEMS;

/** The problem with a theme's link, if any. */
export function supportUrlFault(text: string): string | undefined {
  if (/[\s\p{Cc}\p{Cf}]/u.test(text)) return address.space;
  const url = URL.parse(text);
  if (!url) return address.none;
  if (url.protocol === 'mailto:') return mailFault(url);
  if (url.protocol !== 'https:') return THEME_PROBLEMS.supportUrl;
  if (url.username !== '' || url.password !== '') return address.user;
  return undefined;
}

function mailFault({ pathname }: URL): string | undefined {
  return isMailAddress(decode(pathname)) ? undefined : address.mail;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const HOSTNAME = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

/** The problem with an origin that may frame the portal: it is copied unchanged into a header (CSP, `frame-ancestors`). */
export function frameFault(text: string): string | undefined {
  if (/[\s\p{Cc}\p{Cf}]/u.test(text)) return address.space;
  const url = URL.parse(text);
  if (!url) return address.none;
  const { protocol, username, password, hostname } = url;
  const isLocal = protocol === 'http:' && hostname === 'localhost';
  if (protocol !== 'https:' && !isLocal) return address.https;
  if (username !== '' || password !== '') return address.user;
  if (hostname.includes('*')) return address.wildcard;
  if (!isLocal && !HOSTNAME.test(hostname)) return address.hostname;
  // The parser omits a standard port.
  const port = /:[0-9]{1,5}$/.exec(text)?.[0] ?? '';
  const origin = `${protocol}//${hostname}${port}`;
  return text === origin ? undefined : address.origin(origin);
}

export type Font = keyof typeof FONT_STACKS;
const FONTS = Object.keys(FONT_STACKS) as Font[];

export const COLOR_NAMES = ['text', 'surface', 'line', 'accent', 'on_accent', 'good', 'wait', 'bad'] as const;
export type ColorName = (typeof COLOR_NAMES)[number];
export const MODES = ['light', 'dark'] as const;

const Color = z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/, 'must be a colour such as #0b5fb0'));
/** Characters that change the direction of the text after them, or break a line. */
const TEXT_CONTROL_CHARACTERS = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const Text = z.string().check(
  z.refine(
    (text) => !TEXT_CONTROL_CHARACTERS.test(text),
    'may have no control characters and none that change the direction of writing',
  ),
  maxLength(300, 'may have 300 characters'),
  isWellFormed,
);
/** A check by a function that returns the problem, or undefined. */
function hasNoFault(faultOf: (text: string) => string | undefined) {
  return z.check<string>((payload) => {
    const message = faultOf(payload.value);
    if (message !== undefined) payload.issues.push({ code: 'custom', message, input: payload.value });
  });
}
/** Normalized by the parser: in a page, `https:x.y` would be a path of this site. */
const SupportUrl = z.string().check(
  hasNoFault(supportUrlFault),
  z.overwrite((text) => URL.parse(text)?.href ?? text),
  maxLength(300, 'may have 300 characters'),
  z.describe('Where owners of hostnames get help from you: an `https://` or a `mailto:` address.'),
);
const Frame = z.string().check(maxLength(300, 'may have 300 characters'), hasNoFault(frameFault));

/** Descriptions of a theme's fields, for requests and responses. */
export const THEME_DESCRIPTIONS = {
  colors: 'Colours, each as `#` and six hexadecimal digits.',
  modes: {
    light: 'Where the device of whoever looks is set to light.',
    dark: 'Where it is set to dark.',
  } satisfies Record<(typeof MODES)[number], string>,
  palette: {
    text: 'What is written.',
    surface: 'What it is written on.',
    line: 'Borders.',
    accent: 'Links and buttons.',
    on_accent: 'What is written on buttons.',
    good: 'What is right.',
    wait: 'What takes time.',
    bad: 'What has to be mended.',
  } satisfies Record<ColorName, string>,
  logo: 'A PNG or WebP image of at most 100,000 bytes, as base64.',
};
const READERS: Record<Locale, string> = {
  en: 'For whoever reads English.',
  de: 'For whoever reads German.',
  fr: 'For whoever reads French.',
  es: 'For whoever reads Spanish.',
  'pt-BR': 'For whoever reads Brazilian Portuguese.',
  ja: 'For whoever reads Japanese.',
};

type Builder = typeof z.strictObject | typeof storedObject;
type Names<Name extends string, Schema> = Record<Name, z.ZodMiniOptional<Schema & z.ZodMiniType>>;

/** The same schema for each field, with the field's own description. */
function each<Name extends string, Schema extends z.ZodMiniType>(words: Readonly<Record<Name, string>>, schema: Schema) {
  const fields = Object.entries<string>(words).map(([name, text]) => [name, z.optional(schema.check(z.describe(text)))]);
  return Object.fromEntries(fields) as Names<Name, Schema>;
}

/** A theme's values, all optional. The logo is stored separately. */
function valuesIn(object: Builder, supportUrl: z.ZodMiniString) {
  const palette = object(each(THEME_DESCRIPTIONS.palette, Color));
  const texts = object({
    welcome: z.optional(Text.check(z.describe('A sentence or two at the top of the portal.'))),
    help: z.optional(Text.check(z.describe('A sentence or two beside the address where help is.'))),
  });
  return {
    colors: z.optional(object(each(THEME_DESCRIPTIONS.modes, palette)).check(z.describe(THEME_DESCRIPTIONS.colors))),
    font: z.optional(z.enum(FONTS).check(z.describe('A stack of fonts that devices have already.'))),
    radius: z.optional(
      z
        .int()
        .check(
          z.minimum(0, 'must be at least 0'),
          z.maximum(32, 'must be at most 32'),
          z.describe('How round corners are, in pixels.'),
        ),
    ),
    support_url: z.optional(supportUrl),
    texts: z.optional(
      object(each(READERS, texts)).check(
        z.describe('Sentences of yours, by language. They are shown as they are: markup is text.'),
      ),
    ),
    locale: z.optional(
      z.enum(LOCALES).check(z.describe('The language where neither the address nor the browser asks for another.')),
    ),
    frame_ancestors: z.optional(
      z
        .array(Frame)
        .check(
          maxLength(10, 'may have 10 origins'),
          z.describe(
            'Origins of yours in whose pages the portal may be framed, such as `https://app.example.com`. Empty: in none.',
          ),
        ),
    ),
  };
}

export const themeValues = valuesIn(z.strictObject, SupportUrl);
/** As the integrator sent it: an absent value means the default of the page that shows it. */
export const StoredTheme = storedObject(valuesIn(storedObject, z.string()));
export type ThemeValues = z.infer<typeof StoredTheme>;

/**
 * What an organization shows to the owners of its hostnames. It is stored under the token of the portal's URL, so that one read
 * is enough.
 */
export const Portal = storedObject({
  token: z.string(),
  organizationId: z.string(),
  organizationName: z.string(),
  theme: z.optional(StoredTheme),
  /** The id of the logo's item: another logo gets another id. */
  logoId: z.optional(z.string()),
  version: z.int(),
});
export type Portal = z.infer<typeof Portal>;

export const PortalOfOrganization = storedObject({ token: z.string() });

/** Base64 of a PNG or a WebP. */
export const Logo = storedObject({ data: z.string() });
