import * as z from 'zod/mini';
import { logoProblem, MAX_LOGO_CHARACTERS } from './logo.ts';
import { THEME_DESCRIPTIONS, themeValues } from './portal.schema.ts';

const Logo = z.string().check(
  (payload) => {
    const problem = logoProblem(payload.value);
    if (problem !== undefined) payload.issues.push({ code: 'custom', message: problem, input: payload.value });
  },
  z.meta({ contentEncoding: 'base64', maxLength: MAX_LOGO_CHARACTERS, description: THEME_DESCRIPTIONS.logo }),
);

/** A whole theme from a request. An absent value means its default, and an absent logo removes the logo. */
export const PutThemeRequest = z.strictObject({ ...themeValues, logo: z.optional(Logo) });
export type PutThemeRequest = z.infer<typeof PutThemeRequest>;
