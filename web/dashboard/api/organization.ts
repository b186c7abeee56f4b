import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from './client.ts';

type Choices = Required<Pick<Schemas['PutThemeRequest'], 'font' | 'locale'>>;
/** With the fonts and languages of today, which whoever shows one looks up; a later one is sent back as it came. */
export type Theme = Omit<Schemas['Theme'], keyof Choices> & Choices;

/** How the portal and the widget look; the standard, where the organization has none of its own. */
export const themeQuery = queryOptions({
  queryKey: ['organization', 'theme'],
  queryFn: async () => (await answerOf(client.GET('/organization/theme'))) as Theme,
  staleTime: 60_000,
});

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: () => answerOf(client.GET('/organization')),
});
