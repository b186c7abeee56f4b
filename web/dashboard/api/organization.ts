import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from './client.ts';

/** How the portal and the widget look; the standard, where the organization has none of its own. */
export const themeQuery = queryOptions({
  queryKey: ['organization', 'theme'],
  queryFn: () => answerOf(client.GET('/organization/theme')),
  staleTime: 60_000,
});

export const organizationQuery = queryOptions({
  queryKey: ['organization'],
  queryFn: () => answerOf(client.GET('/organization')),
});
