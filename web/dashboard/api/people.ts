import { queryOptions } from '@tanstack/react-query';
import { answerOf, client } from './client.ts';

export const MEMBERS = ['members'];
/** Members and invitations come in one answer. */
export const peopleQuery = queryOptions({ queryKey: MEMBERS, queryFn: () => answerOf(client.GET('/members')) });

export const SESSIONS = ['sessions'];
export const sessionsQuery = queryOptions({ queryKey: SESSIONS, queryFn: () => answerOf(client.GET('/sessions')) });
