import { useEffect } from 'react';
import { signInAddress } from '../api/client.ts';
import { asFailure, describeFailure } from '../api/failure.ts';
import { useMe } from '../api/me.ts';
import { useSecondsUntil } from './countdown.tsx';
import { SafeText } from './text/text.tsx';

/** An error with what support needs and a way to continue. The rest of the page remains. */
export function FailurePanel({ error, retry }: { error: unknown; retry?: (() => unknown) | undefined }) {
  const failure = asFailure(error);
  const { data: me } = useMe();
  const { title, text } = describeFailure(failure, me?.role);
  const seconds = useSecondsUntil(failure.retryAt);
  useEffect(() => {
    if (seconds === 0 && failure.status === 429) retry?.();
  }, [seconds, failure.status, retry]);
  return (
    <div className="failure" role="alert">
      <h2>{title}</h2>
      <p>
        <SafeText text={text} most={2048} />
      </p>
      {seconds !== undefined && seconds > 0 && (
        // Screen readers announce only its beginning, not every second.
        <p aria-live="off">
          {retry ? 'Next try' : 'Try again'} in {seconds} s.
        </p>
      )}
      {failure.requestId !== undefined && (
        <p className="small">
          Request{' '}
          <code>
            <SafeText text={failure.requestId} />
          </code>
        </p>
      )}
      {failure.code === 'fresh_sign_in_required' ? (
        <a className="button" href={signInAddress(true)}>
          Sign in again
        </a>
      ) : (
        retry && (
          <button type="button" className="button" aria-disabled={!!seconds} onClick={() => !seconds && retry()}>
            Retry
          </button>
        )
      )}
    </div>
  );
}
