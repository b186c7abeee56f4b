import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useDeferredValue, useState } from 'react';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from '../api/client.ts';
import { serversQuery } from '../api/domains.ts';
import { MODE } from '../api/early.ts';
import { asFailure } from '../api/failure.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { useDebounced } from '../parts/hooks/debounced.ts';
import { notify } from '../parts/notices.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { NamePreviews } from './name-previews.tsx';
import { ignoredIn, namesIn } from './names.ts';

const MagicNames = lazy(async () => ({ default: (await import('./magic-names.tsx')).MagicNames }));

const PAUSE_MS = 400;
const PACK = 100;
/** The lowest server number. An unknown server is created, and the first machine claims it. */
const FIRST_SERVER = 1;

type Result = Schemas['BulkResult']['data'][number];

/**
 * A field for a hostname or a pasted list. It predicts what would happen to each, creates nothing before the confirmation, then
 * adds them. `isBare`: without its own frame and heading.
 */
export function NameCheck({ rows, heading, isBare = false }: { rows: number; heading: string; isBare?: boolean }) {
  const [text, setText] = useState('');
  const [server, setServer] = useState<number>();
  const { data: servers } = useQuery(serversQuery);
  // A server without a machine serves nobody.
  const usual = servers?.data.find(({ status }) => status === 'online') ?? servers?.data[0];
  const serverId = server ?? usual?.id ?? FIRST_SERVER;
  const [isByDns, setIsByDns] = useState(false);
  const later = useDeferredValue(useDebounced(text, PAUSE_MS));
  const names = namesIn(later);
  const { add, added } = useAdd({ server_id: serverId, ...(isByDns && { validation: 'dns' }) }, setText);
  return (
    <section className={isBare ? 'name-check' : 'name-check box'} aria-label={heading} tabIndex={-1}>
      {!isBare && <h2>{heading}</h2>}
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
            placeholder={MODE === 'test' ? 'shop.active.magic.test' : 'shop.customer.com'}
            spellCheck={false}
            autoCapitalize="off"
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        {MODE === 'test' && (
          <Suspense>
            <MagicNames choose={(hostname) => setText((before) => [...namesIn(before), hostname].join('\n'))} />
          </Suspense>
        )}
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
        <label className="check">
          <input type="checkbox" checked={isByDns} onChange={(event) => setIsByDns(event.target.checked)} /> Certificate before
          the traffic moves: validation by DNS
        </label>
        {isByDns && <p className="small">The record of the validation is shown once they are added. It is set first.</p>}
        <NamePreviews names={names} serverId={serverId} />
        <LeftOut words={ignoredIn(later)} />
        {add.error && <FailurePanel error={add.error} />}
        {add.error && added && added.results.length > 0 && (
          <p className="small">The first {added.results.length} were done before that. The field has what is left.</p>
        )}
        {names.length > 0 && (
          <div className="actions">
            <Action submits isMain needs="domains.write" isBusy={add.isPending}>
              {add.isPending ? 'Adding' : addLabel(names.length)}
            </Action>
          </div>
        )}
      </form>
      {added && !add.isPending && <Results {...added} />}
    </section>
  );
}

const MAX_NAMED = 5;

function LeftOut({ words }: { words: string[] }) {
  if (words.length === 0) return null;
  const more = words.length > MAX_NAMED ? `, and ${words.length - MAX_NAMED} more` : '';
  return (
    <p className="small">
      Left out, because it has no dot: <SafeText text={words.slice(0, MAX_NAMED).join(', ') + more} />
    </p>
  );
}

function addLabel(count: number): string {
  return count === 1 ? 'Add' : `Add ${count}`;
}

interface Added {
  results: Result[];
  names: string[];
}

type Common = Pick<Schemas['CreateDomainRequest'], 'server_id' | 'validation'>;

/** In batches, whose items are created or refused one by one. When a batch fails, the field keeps the remaining names. */
function useAdd(common: Common, setText: (text: string) => void) {
  const queries = useQueryClient();
  const [added, setAdded] = useState<Added>();
  const add = useMutation({
    mutationFn: async (names: string[]): Promise<Result[]> => {
      const results: Result[] = [];
      try {
        for (let start = 0; start < names.length; start += PACK) {
          const domains = names.slice(start, start + PACK).map((url) => ({ url, ...common }));
          results.push(...(await createPack(domains)).map((result) => ({ ...result, index: result.index + start })));
        }
      } finally {
        setAdded({ results, names });
        // Keeps refused names for correction, and names that were not reached.
        if (results.length > 0) setText(names.filter((_, index) => results[index]?.status !== 'created').join('\n'));
      }
      return results;
    },
    onSuccess: (results) => {
      const created = results.filter(({ status }) => status === 'created').length;
      notify(`${created} of ${results.length} added`);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['domains'] }),
  });
  return { add, added };
}

/** When none could be created, the answer is an error with each item's result. */
async function createPack(domains: (Common & { url: string })[]): Promise<Result[]> {
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
                <SafeText text={result.domain.url} />
              </Link>
            </>
          ) : (
            <>
              <span className="bad">Refused</span> <SafeText text={names[result.index] ?? ''} />:{' '}
              <SafeText text={result.error.message} most={2048} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
