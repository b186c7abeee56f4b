import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answerOf, client } from '../api/client.ts';
import { SESSIONS, sessionsQuery } from '../api/people.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment, Relative } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { notify } from '../parts/notices.tsx';
import { SafeText } from '../parts/text/text.tsx';

export function Sessions() {
  const query = useQuery(sessionsQuery);
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
        columns={['Device', 'From', 'Since', 'Last seen', 'Actions']}
        keyOf={({ id }) => id}
        empty="None."
        row={({ id, user_agent, source_ip, started_at, last_seen_at, is_this }) => (
          <>
            <th scope="row">
              {deviceOf(user_agent)}
              <small>
                <SafeText text={user_agent} most={160} />
              </small>
            </th>
            <td>
              <SafeText text={source_ip} />
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

const BROWSERS = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/Linux/, 'Linux'],
] as const;

/** Best effort, from the User-Agent header. */
function deviceOf(userAgent: string): string {
  const [browser, system] = [BROWSERS, SYSTEMS].map((names) => names.find(([pattern]) => pattern.test(userAgent))?.[1]);
  return [browser ?? 'A browser', system && `on ${system}`].filter(Boolean).join(' ');
}
