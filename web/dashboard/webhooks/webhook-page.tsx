import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isGone } from '../api/failure.ts';
import { type Webhook, webhookHealthQuery, webhookQuery } from '../api/webhooks.ts';
import { Copy } from '../parts/copy.tsx';
import { Countdown } from '../parts/countdown.tsx';
import { Fact } from '../parts/fact.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment } from '../parts/instant.tsx';
import { Skeleton, usePageTitle } from '../parts/page.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { Deliveries, useDeliveries } from './deliveries.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { EventNames } from './event-choice.tsx';
import { MissedPanel } from './missed-panel.tsx';
import { WebhookActions } from './webhook-actions.tsx';

const route = getRouteApi('/$mode/webhooks/$id');

/** A webhook with its log, and beside it the open delivery. */
export function WebhookPage() {
  const id = Number(route.useParams().id);
  const { delivery } = route.useSearch();
  const webhook = useQuery(webhookQuery(id));
  const deliveries = useDeliveries(id);
  usePageTitle('Webhook');
  const isNone = isGone(webhook.error);
  return (
    <div className={delivery ? 'split open' : 'split'}>
      <div className="page list">
        <header className="head">
          <h1>{isNone ? 'No such webhook' : 'Webhook'}</h1>
        </header>
        {isNone && <p>It does not exist, or was deleted.</p>}
        {webhook.isError && !isNone && <FailurePanel error={webhook.error} retry={() => webhook.refetch()} />}
        {webhook.isPending && <Skeleton lines={5} />}
        {webhook.data && (
          <>
            <Facts webhook={webhook.data} />
            <WebhookActions webhook={webhook.data} />
            <MissedPanel webhook={webhook.data} />
            <Deliveries query={deliveries} />
          </>
        )}
      </div>
      {delivery !== undefined && webhook.data && (
        <DeliveryPanel
          key={delivery}
          webhookId={id}
          id={delivery}
          listed={deliveries.data?.data.find((each) => each.id === delivery)}
        />
      )}
    </div>
  );
}

const PERCENT = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

function Health({ id }: { id: number }) {
  const { data, isError } = useQuery(webhookHealthQuery(id));
  if (isError) return 'Could not be loaded.';
  if (!data) return 'Loading';
  const { deliveries, success_rate, p95_milliseconds, is_complete, since } = data;
  const ended = deliveries.succeeded + deliveries.failed;
  if (success_rate === undefined) return deliveries.pending > 0 ? `${deliveries.pending} pending` : 'Nothing was sent.';
  return (
    <>
      <span className={deliveries.failed > 0 ? 'bad' : 'good'}>{PERCENT.format(success_rate)} succeeded</span> of{' '}
      {ended.toLocaleString('en')}
      {p95_milliseconds !== undefined && `, 95 % of answers within ${p95_milliseconds.toLocaleString('en')} ms`}
      {!is_complete && (
        <>
          , since <Moment at={since} />
        </>
      )}
    </>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { url, description, events, status, previous_secret_ends_at, created_at } = webhook;
  return (
    <dl className="facts">
      <Fact name="Address">
        <code>
          <SafeText text={url} most={2048} />
        </code>{' '}
        <Copy text={url} what="Address" />
      </Fact>
      {description !== undefined && (
        <Fact name="Description">
          <SafeText text={description} />
        </Fact>
      )}
      <Fact name="Events">
        <EventNames events={events} most={events.length} />
      </Fact>
      <Fact name="Status">
        <DeliveryState state={status} />
      </Fact>
      <Fact name="Last 24 hours">
        <Health id={webhook.id} />
      </Fact>
      <Fact name="Added">
        <Moment at={created_at} />
      </Fact>
      <Fact name="Secret">
        {previous_secret_ends_at === undefined ? (
          'Shown once, when it was made.'
        ) : (
          <>
            Deliveries are signed by the new and the former one. The former ends in <Countdown to={previous_secret_ends_at} />.
          </>
        )}
      </Fact>
    </dl>
  );
}
