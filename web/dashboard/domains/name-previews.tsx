import { useQueries } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type DnsLook, previewDns } from '../api/dns-checks.ts';
import { asFailure, describeFailure } from '../api/failure.ts';
import { Countdown } from '../parts/countdown.tsx';
import { SafeText, Scrolls } from '../parts/text/text.tsx';
import { verdictTitle } from '../parts/verdict.tsx';
import { MAX_CHECKED } from './names.ts';

const PAUSE_MS = 1000;

/** A check refused by the rate limit waits for its turn. */
function retryAtOf(error: unknown): number | undefined {
  const { status, retryAt } = asFailure(error);
  return status === 429 ? (retryAt ?? Date.now() + PAUSE_MS) : undefined;
}

/** Predicts what would happen to each name if it was added. */
export function NamePreviews({ names, serverId }: { names: string[]; serverId: number }) {
  const checked = names.slice(0, MAX_CHECKED);
  const previews = useQueries({
    queries: checked.map((url) => ({
      queryKey: ['preview', url, serverId],
      queryFn: () => previewDns(url, serverId),
      staleTime: 60_000,
      retry: (failures: number, error: unknown) =>
        retryAtOf(error) !== undefined || (failures < 2 && asFailure(error).status >= 500),
      retryDelay: (_: number, error: unknown) => Math.max((retryAtOf(error) ?? 0) - Date.now(), PAUSE_MS),
    })),
  });
  if (names.length === 0) return null;
  const waiting = previews.find(({ isPending, failureReason }) => isPending && retryAtOf(failureReason) !== undefined);
  const goesOnAt = retryAtOf(waiting?.failureReason);
  const done = previews.filter(({ isPending }) => !isPending).length;
  return (
    <>
      <p className="small" role="status">
        {done < checked.length ? `${done} of ${checked.length} checked` : `${done} checked. Nothing is created yet.`}
      </p>
      {goesOnAt !== undefined && (
        <p className="small">
          Too many checks at once. The next ones begin in <Countdown to={new Date(goesOnAt).toISOString()} />.
        </p>
      )}
      <Scrolls className="table short" label="What would happen">
        <table>
          <thead>
            <tr>
              <th scope="col">Hostname</th>
              <th scope="col">What happens</th>
              <th scope="col">Record required</th>
            </tr>
          </thead>
          <tbody>
            {checked.map((name, index) => (
              <PreviewRow key={name} name={name} preview={previews[index]?.data} error={previews[index]?.error} />
            ))}
          </tbody>
        </table>
      </Scrolls>
      {names.length > checked.length && (
        <p className="small">The other {names.length - checked.length} are added without a check.</p>
      )}
    </>
  );
}

function PreviewRow({ name, preview, error }: { name: string; preview: DnsLook | undefined; error: unknown }) {
  const record = preview?.dns_records[0];
  return (
    <tr>
      <th scope="row">
        <SafeText text={name} />
      </th>
      <td>{error ? <span className="bad">{failureText(error)}</span> : <Forecast preview={preview} />}</td>
      <td>
        {record && (
          <code>
            <SafeText text={`${record.type} ${record.host} → ${record.value}`} />
          </code>
        )}
      </td>
    </tr>
  );
}

function failureText(error: unknown): string {
  const failure = asFailure(error);
  const problems = failure.details.errors;
  if (typeof problems === 'object' && problems !== null) return Object.values(problems).flat().join(' ');
  return describeFailure(failure).text;
}

const FORECASTS = new Map<string, string>([
  ['certificate', 'DNS is right: it gets a certificate at once'],
  ['waits_for_dns', 'Waits for DNS'],
  ['forbidden_by_caa', 'A CAA record forbids the certificate'],
  ['exists', 'It is a domain of yours already'],
]);

function Forecast({ preview }: { preview: DnsLook | undefined }) {
  const { mode } = getRouteApi('/$mode').useParams();
  if (!preview) return 'Checking';
  const { forecast, diagnosis, domain_id } = preview;
  const said = FORECASTS.get(forecast) ?? forecast;
  const isOpen = diagnosis !== undefined && diagnosis.code !== 'ok' && forecast === 'waits_for_dns';
  return (
    <>
      <span className={forecast === 'certificate' ? 'good' : undefined}>
        <SafeText text={isOpen ? verdictTitle(diagnosis.code) : said} />
      </span>
      {isOpen && (
        <small>
          <SafeText text={diagnosis.summary} most={2048} />
        </small>
      )}
      {domain_id !== undefined && (
        <small>
          <Link to="/$mode/domains/$id" params={{ mode, id: String(domain_id) }}>
            Open it
          </Link>
        </small>
      )}
    </>
  );
}
