import { useMutation, useQueryClient } from '@tanstack/react-query';
import { AWS_QUOTA_WORDS } from '../../../copy/en/aws-problem-texts.ts';
import { answerOf, client } from '../api/client.ts';
import type { Server } from '../api/servers.ts';
import { Action } from '../parts/action.tsx';
import { Fact } from '../parts/fact.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Relative } from '../parts/instant.tsx';
import { notify } from '../parts/notices.tsx';
import { SafeText } from '../parts/text/text.tsx';

/** Result of the server's AWS account check: a problem with its remedy, and the use of quotas. */
export function AwsAccount({ server: { id, config, checked_at, problem, quotas = [] } }: { server: Server }) {
  const queries = useQueryClient();
  const check = useMutation({
    mutationFn: () => answerOf(client.POST('/servers/{id}/check', { params: { path: { id } }, body: {} })),
    onSuccess: () => {
      notify('The check has begun: this page shows what it finds');
      return queries.invalidateQueries({ queryKey: ['server', id] });
    },
  });
  return (
    <section aria-label="AWS account">
      <h2>AWS account</h2>
      {problem && (
        <section className="note" aria-label="Problem">
          <h3>
            <SafeText text={problem.summary} most={2048} />
          </h3>
          <p>
            <SafeText text={problem.fix} most={2048} />
          </p>
        </section>
      )}
      <dl className="facts">
        <Arn name="Listener" arn={config.listener_arn} />
        <Arn name="Listener of port 80" arn={config.http_listener_arn} />
        <Arn name="Distribution" arn={config.distribution_id} />
        <Arn name="Connection group" arn={config.connection_group_id} />
        {config.managed !== undefined && (
          <Fact name="Certificates">{config.managed ? 'CloudFront’s own' : 'Imported by the service'}</Fact>
        )}
        <Arn name="Role" arn={config.role_arn} />
        <Fact name="Checked">{checked_at === undefined ? 'Not yet: it takes up to a minute' : <Relative at={checked_at} />}</Fact>
        {quotas.map((quota) => (
          <Quota key={quota.name} {...quota} />
        ))}
      </dl>
      <div className="actions">
        <Action isMain={problem !== undefined} needs="servers.write" isBusy={check.isPending} onPress={() => check.mutate()}>
          Check again
        </Action>
      </div>
      {check.error && <FailurePanel error={check.error} />}
    </section>
  );
}

function Arn({ name, arn }: { name: string; arn: string | undefined }) {
  if (arn === undefined) return null;
  return (
    <Fact name={name}>
      <code>
        <SafeText text={arn} most={2048} />
      </code>
    </Fact>
  );
}

/** From here on a bar warns of a nearly full quota. */
const NEARLY_FULL = 0.8;

/** A quota of a later release is shown as the service names it. */
function Quota({ name, used, limit }: NonNullable<Server['quotas']>[number]) {
  const words = Object.hasOwn(AWS_QUOTA_WORDS, name) ? AWS_QUOTA_WORDS[name as keyof typeof AWS_QUOTA_WORDS] : name;
  const text = `${used.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
  return (
    <Fact name={words.charAt(0).toUpperCase() + words.slice(1)}>
      <meter aria-label={words} min={0} max={limit} value={used} high={limit * NEARLY_FULL} optimum={0}>
        {text}
      </meter>{' '}
      {text}
    </Fact>
  );
}
