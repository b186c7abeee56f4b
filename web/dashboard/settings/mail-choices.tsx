import { useMutation, useQueryClient } from '@tanstack/react-query';
import { MAIL_CAUSES, type MailCause } from '../../../contract/api/events.ts';
import type { Me } from '../api/app-paths.ts';
import { answerOf, client } from '../api/client.ts';
import { ME } from '../api/query-client.ts';
import { FailurePanel } from '../parts/failure-panel.tsx';

const WORDS: Record<MailCause, string> = {
  certificate_at_risk: 'A certificate cannot be renewed so far, or ends soon',
  certificate_expired: 'A certificate has ended',
  api_key_ends: 'An API key ends soon, has ended, or its secret has leaked',
  webhook_disabled: 'A webhook was disabled',
};

/** Each choice is saved immediately. */
export function MailChoices({ mail: { is_sent, wanted } }: Pick<Me, 'mail'>) {
  const queries = useQueryClient();
  const choose = useMutation({
    mutationFn: (changes: Partial<typeof wanted>) => answerOf(client.PATCH('/me', { body: { mail: changes } })),
    onSettled: () => queries.invalidateQueries({ queryKey: [ME] }),
  });
  return (
    <section>
      <h2>Mail</h2>
      {!is_sent && <p>This deployment sends no mail. What you choose counts once it does.</p>}
      <fieldset>
        <legend>Send me mail, at most one a day for each, when</legend>
        {MAIL_CAUSES.map((cause) => (
          <label key={cause} className="check">
            <input
              type="checkbox"
              checked={choose.variables?.[cause] ?? wanted[cause]}
              disabled={choose.isPending}
              onChange={({ target }) => choose.mutate({ [cause]: target.checked })}
            />{' '}
            {WORDS[cause]}
          </label>
        ))}
      </fieldset>
      {choose.isError && <FailurePanel error={choose.error} />}
    </section>
  );
}
