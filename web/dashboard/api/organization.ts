import { queryOptions } from '@tanstack/react-query';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from './client.ts';

type Choices = Required<Pick<Schemas['PutThemeRequest'], 'font' | 'locale'>>;
/** With today's fonts and languages. A value of a later release is sent back unchanged. */
export type Theme = Omit<Schemas['Theme'], keyof Choices> & Choices;

/** The theme of portal and widget; the standard one if the organization has none. */
export const themeQuery = queryOptions({
  queryKey: ['organization', 'theme'],
  queryFn: async () => (await answerOf(client.GET('/organization/theme'))) as Theme,
  staleTime: 60_000,
});

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: () => answerOf(client.GET('/organization')),
});
