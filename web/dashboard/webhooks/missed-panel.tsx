import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, client } from '../api/client.ts';
import { replayCountQuery, type Webhook } from '../api/webhooks.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment } from '../parts/instant.tsx';
import { notify } from '../parts/notices.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { countText } from './replay-text.ts';

const BECAUSE: Record<string, string> = {
  asked: 'Somebody has disabled it.',
  gone: 'Its receiver answered that it is gone (410).',
  failing: 'Its receiver has failed for five days.',
};
const EARLIER_MS = 15 * 60_000;

/** A disabled webhook: reason, time and number of missed events. Once enabled, offers to replay them. */
export function MissedPanel({ webhook }: { webhook: Webhook }) {
  const { id, status, disabled } = webhook;
  const queries = useQueryClient();
  const [isReplaying, setIsReplaying] = useState(false);
  const enable = useMutation({
    mutationFn: () => answerOf(client.PATCH('/webhooks/{id}', { params: { path: { id } }, body: { status: 'active' } })),
    onSuccess: () => {
      notify('Webhook enabled');
      return queries.invalidateQueries({ queryKey: ['webhook', id] });
    },
  });
  const missedSince = enable.data?.missed_since;
  if (status !== 'disabled' && missedSince === undefined) return null;
  return (
    <section className="note" aria-label={status === 'disabled' ? 'Disabled' : 'Enabled again'}>
      {status === 'disabled' ? (
        <>
          <h2>Nothing is sent{disabled && <Since at={disabled.at} />}</h2>
          {disabled && (
            <p>
              <SafeText text={BECAUSE[disabled.because] ?? disabled.because} /> <Missed id={id} disabledAt={disabled.at} />
            </p>
          )}
          <Action isMain needs="webhooks.write" isBusy={enable.isPending} onPress={() => enable.mutate()}>
            Enable
          </Action>
        </>
      ) : (
        <>
          <h2>It is sent again from now on</h2>
          <p>
            What was made since <Moment at={missedSince ?? ''} /> may be lacking. A replay sends what failed or was missed.
          </p>
          <Action isMain needs="webhooks.write" onPress={() => setIsReplaying(true)}>
            Replay…
          </Action>
        </>
      )}
      {enable.error && <FailurePanel error={enable.error} />}
      {isReplaying && <ReplayDialog id={id} since={missedSince} close={() => setIsReplaying(false)} />}
    </section>
  );
}

function Since({ at }: { at: string }) {
  return (
    <>
      {' since '}
      <Moment at={at} />
    </>
  );
}

/** Starts earlier than the disabling, because deliveries that were waiting then are older. */
function Missed({ id, disabledAt }: { id: number; disabledAt: string }) {
  const begun = Date.parse(disabledAt);
  const since = Number.isNaN(begun) ? disabledAt : new Date(begun - EARLIER_MS).toISOString();
  const missed = useQuery(replayCountQuery(id, 'missed', { since }));
  return missed.data ? <>Missed since then: {countText(missed.data)}. Nothing is lost for 30 days.</> : null;
}
