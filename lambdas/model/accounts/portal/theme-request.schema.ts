import * as z from 'zod/mini';
import { logoProblem, MOST_LOGO_CHARACTERS } from './logo.ts';
import { THEME_WORDS, themeValues } from './portal.schema.ts';

const Logo = z.string().check(
  (payload) => {
    const problem = logoProblem(payload.value);
    if (problem !== undefined) payload.issues.push({ code: 'custom', message: problem, input: payload.value });
  },
  z.meta({ contentEncoding: 'base64', maxLength: MOST_LOGO_CHARACTERS, description: THEME_WORDS.logo }),
);

/** A whole theme, as somebody gives it. What is absent gets its standard, and a logo that is absent is taken away. */
export const PutThemeRequest = z.strictObject({ ...themeValues, logo: z.optional(Logo) });
export type PutThemeRequest = z.infer<typeof PutThemeRequest>;
