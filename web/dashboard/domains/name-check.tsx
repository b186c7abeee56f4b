import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useState } from 'react';
import type { Schemas } from '../../../client/create-client.ts';
import { answerOf, client } from '../api/client.ts';
import { serversQuery } from '../api/domains.ts';
import { asFailure, describeFailure } from '../api/failure.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { notify } from '../parts/notices.tsx';
import { Scrolls, Shown } from '../parts/text.tsx';
import { verdictTitle } from '../parts/verdict.tsx';
import { atOnce, MOST_CHECKED, namesIn } from './names.ts';

const PAUSE_MS = 400;
const PACK = 100;
/** The least that a server is called: an unknown one is created, and claimed by the first machine. */
const FIRST_SERVER = 1;

type Preview = Schemas['DnsLook'];
type Result = Schemas['BulkResult']['data'][number];

/** One field for a hostname or a pasted list: says of each what would happen, then adds them. Nothing is created before. */
export function NameCheck({ rows, heading }: { rows: number; heading: string }) {
  const [text, setText] = useState('');
  const [server, setServer] = useState<number>();
  const { data: servers } = useQuery(serversQuery);
  const serverId = server ?? servers?.data[0]?.id ?? FIRST_SERVER;
  const names = namesIn(useLater(text));
  const add = useAdd(serverId, () => setText(''));
  return (
    <section className="name-check" aria-label={heading}>
      <h2>{heading}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate(namesIn(text));
        }}
      >
        <label>
          <span>A hostname of a customer, or a list of them</span>
          <textarea
            rows={rows}
            value={text}
            placeholder="shop.customer.com"
            spellCheck={false}
            autoCapitalize="off"
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        {(servers?.data.length ?? 0) > 1 && (
          <label>
            <span>Server</span>
            <select value={serverId} onChange={(event) => setServer(Number(event.target.value))}>
              {servers?.data.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <Previews names={names} serverId={serverId} />
        {add.error && <FailurePanel error={add.error} />}
        {names.length > 0 && (
          <div className="actions">
            <Action submits isMain needs="domains.write" isBusy={add.isPending}>
              {add.isPending ? 'Adding' : addLabel(names.length)}
            </Action>
          </div>
        )}
      </form>
      {add.data && <Results results={add.data} names={add.variables} />}
    </section>
  );
}

function addLabel(count: number): string {
  return count === 1 ? 'Add' : `Add ${count}`;
}

/** What is typed, when the typing pauses. */
function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return useDeferredValue(text === '' ? '' : later);
}

function Previews({ names, serverId }: { names: string[]; serverId: number }) {
  const checked = names.slice(0, MOST_CHECKED);
  const previews = useQueries({
    queries: checked.map((url) => ({
      queryKey: ['preview', url, serverId],
      queryFn: () => atOnce(() => answerOf(client.POST('/dns/look', { body: { url, server_id: serverId } }))),
      staleTime: 60_000,
      retry: false,
    })),
  });
  if (names.length === 0) return null;
  const done = previews.filter(({ isPending }) => !isPending).length;
  return (
    <>
      <p className="small" role="status">
        {done < checked.length ? `${done} of ${checked.length} checked` : `${done} checked. Nothing is created yet.`}
      </p>
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

function PreviewRow({ name, preview, error }: { name: string; preview: Preview | undefined; error: unknown }) {
  const record = preview?.dns_records[0];
  return (
    <tr>
      <th scope="row">
        <Shown text={name} />
      </th>
      <td>{error ? <span className="bad">{failureText(error)}</span> : <Forecast preview={preview} />}</td>
      <td>
        {record && (
          <code>
            <Shown text={`${record.type} ${record.host} → ${record.value}`} />
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

const FORECASTS: Record<Preview['forecast'], string> = {
  certificate: 'DNS is right: it gets a certificate at once',
  waits_for_dns: 'Waits for DNS',
  forbidden_by_caa: 'A CAA record forbids the certificate',
  exists: 'It is a domain of yours already',
};

function Forecast({ preview }: { preview: Preview | undefined }) {
  const { mode } = getRouteApi('/$mode').useParams();
  if (!preview) return 'Checking';
  const { forecast, diagnosis, domain_id } = preview;
  const said = Object.hasOwn(FORECASTS, forecast) ? FORECASTS[forecast] : forecast;
  const isOpen = diagnosis !== undefined && diagnosis.code !== 'ok' && forecast === 'waits_for_dns';
  return (
    <>
      <span className={forecast === 'certificate' ? 'good' : undefined}>
        <Shown text={isOpen ? verdictTitle(diagnosis.code) : said} />
      </span>
      {isOpen && (
        <small>
          <Shown text={diagnosis.summary} most={2048} />
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

/** In packs, each item created or refused on its own. */
function useAdd(serverId: number, clear: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (names: string[]): Promise<Result[]> => {
      const results: Result[] = [];
      for (let start = 0; start < names.length; start += PACK) {
        const domains = names.slice(start, start + PACK).map((url) => ({ url, server_id: serverId }));
        results.push(...(await createPack(domains)).map((result) => ({ ...result, index: result.index + start })));
      }
      return results;
    },
    onSuccess: async (results) => {
      const created = results.filter(({ status }) => status === 'created').length;
      notify(`${created} of ${results.length} added`);
      if (created === results.length) clear();
      await queries.invalidateQueries({ queryKey: ['domains'] });
    },
  });
}

/** Where none could be created, the answer is an error that has each item. */
async function createPack(domains: { url: string; server_id: number }[]): Promise<Result[]> {
  try {
    return (await answerOf(client.POST('/domains/bulk', { body: { domains } }))).data;
  } catch (error) {
    const { items } = asFailure(error).details;
    if (!Array.isArray(items)) throw error;
    return items as Result[];
  }
}

function Results({ results, names }: { results: Result[]; names: string[] }) {
  const { mode } = getRouteApi('/$mode').useParams();
  return (
    <ul className="results" aria-label="Added">
      {results.map((result) => (
        <li key={result.index}>
          {result.status === 'created' ? (
            <>
              <span className="good">Added</span>{' '}
              <Link to="/$mode/domains/$id" params={{ mode, id: String(result.domain.id) }}>
                <Shown text={result.domain.url} />
              </Link>
            </>
          ) : (
            <>
              <span className="bad">Refused</span> <Shown text={names[result.index] ?? ''} />:{' '}
              <Shown text={result.error.message} most={2048} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
