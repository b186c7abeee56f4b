import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contrastProblems } from '../../lambdas/model/accounts/portal/theme.ts';
import { PutThemeRequest } from '../../lambdas/model/accounts/portal/theme-request.schema.ts';

const brands = readdirSync('local/brands').map((file) => `local/brands/${file}`);

it.each(brands)('an example brand can be set as a theme, and read in both modes: %s', (file) => {
  const theme = PutThemeRequest.parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(contrastProblems(theme)).toEqual({});
});

it('there are two example brands', () => expect(brands).toHaveLength(2));
