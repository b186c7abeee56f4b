import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, client } from '../api/client.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment, Relative } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { notify } from '../parts/notices.tsx';
import { Shown } from '../parts/text.tsx';

const SESSIONS = ['sessions'];

/** The browsers in which one is signed in oneself. */
export function Sessions() {
  const query = useQuery({ queryKey: SESSIONS, queryFn: () => answerOf(client.GET('/sessions')) });
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: (id: string) => answerOf(client.DELETE('/sessions/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      notify('Session ended');
      return queries.invalidateQueries({ queryKey: SESSIONS });
    },
  });
  return (
    <section aria-label="Your sessions">
      <h2>Your sessions</h2>
      {end.error && <FailurePanel error={end.error} />}
      <List
        label="List of your sessions"
        query={query}
        columns={['Browser', 'From', 'Since', 'Last seen', 'Actions']}
        keyOf={({ id }) => id}
        empty="None."
        row={({ id, user_agent, source_ip, started_at, last_seen_at, is_this }) => (
          <>
            <th scope="row">
              <Shown text={user_agent} most={160} />
            </th>
            <td>
              <Shown text={source_ip} />
            </td>
            <td>
              <Moment at={started_at} />
            </td>
            <td>
              <Relative at={last_seen_at} />
            </td>
            <td>
              {is_this ? (
                'This one'
              ) : (
                <Action about={source_ip} onPress={() => end.mutate(id)}>
                  End
                </Action>
              )}
            </td>
          </>
        )}
      />
    </section>
  );
}
