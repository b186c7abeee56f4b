import './reports.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type AuditEntry, auditQuery } from '../api/audit.ts';
import { useMe } from '../api/me.ts';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { useActorName } from '../parts/hooks/actor-name.ts';
import { Page, Skeleton } from '../parts/page.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { REPORT_NAMES, REPORTS } from './report.tsx';
import { daysOf, lastMonth } from './search.ts';

const route = getRouteApi('/$mode/reports/month');
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** All reports of a month, and who changed people and keys, formatted for printing or PDF. */
export function MonthPage() {
  const { mode } = route.useParams();
  const { month = lastMonth(new Date()) } = route.useSearch();
  const me = useMe();
  const range = daysOf(month, new Date());
  const title = MONTH.format(Date.parse(`${month}-01`));
  return (
    <Page title={`Report of ${title}`} actions={<Choices month={month} />}>
      <p className="printed">
        {me.data && <SafeText text={me.data.organization_name} />}, {mode} data, {range.from} to {range.to} (UTC).
      </p>
      {REPORT_NAMES.map((name) => {
        const { title: heading, Body } = REPORTS[name];
        return (
          <section key={`${name} ${month}`} className="sheet" aria-labelledby={`of-${name}`}>
            <h2 id={`of-${name}`}>{heading}</h2>
            <Body range={range} />
          </section>
        );
      })}
      <section className="sheet" aria-labelledby="of-audit">
        <h2 id="of-audit">Who changed people and keys</h2>
        {['member', 'invitation', 'api_key'].map((type) => (
          <ChangesOf key={`${type} ${month}`} type={type} from={range.from} until={range.to} />
        ))}
      </section>
      <p className="small">
        What each number means: docs/reference/reports.md.{' '}
        <Link to="/$mode/reports" params={{ mode }} search={range}>
          The same on screen
        </Link>
      </p>
    </Page>
  );
}

function Choices({ month }: { month: string }) {
  const navigate = route.useNavigate();
  return (
    <div className="filters">
      <label>
        Month{' '}
        <input
          data-filter
          type="month"
          value={month}
          onChange={({ target: { value } }) => value !== '' && void navigate({ search: { month: value } })}
        />
      </label>
      <button type="button" className="button main" onClick={() => print()}>
        Print
      </button>
    </div>
  );
}

const NAMES: Record<string, string> = { member: 'Members', invitation: 'Invitations', api_key: 'API keys' };

function ChangesOf({ type, from, until }: { type: string; from: string; until: string }) {
  const { data, error, isPending, refetch } = useQuery(auditQuery({ type, from, until }));
  return (
    <>
      <h3>{NAMES[type]}</h3>
      {error && <FailurePanel error={error} retry={() => refetch()} />}
      {isPending && <Skeleton lines={2} />}
      {data?.data.length === 0 && <p className="empty">No change.</p>}
      {data && data.data.length > 0 && (
        <ul>
          {data.data.map((entry) => (
            <Change key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {data?.next_cursor && <p className="small">These are the newest; the audit has all of them.</p>}
    </>
  );
}

function Change({ entry: { created_at, action, object, actor } }: { entry: AuditEntry }) {
  const id = actor.user_id ?? actor.key_id ?? actor.machine_id ?? '';
  const name = useActorName(id);
  return (
    <li>
      {created_at.slice(0, 16).replace('T', ' ')}{' '}
      <code>
        <SafeText text={action} />
      </code>{' '}
      <SafeText text={object.id} />, by <SafeText text={name ?? (id === '' ? actor.type : id)} />
    </li>
  );
}
