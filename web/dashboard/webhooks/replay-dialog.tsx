import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { REPLAYED, type Replayed, type ReplayPeriod, replay, replayCountQuery } from '../api/webhooks.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Modal } from '../parts/modal.tsx';
import { notify } from '../parts/notices.tsx';
import { countText, sumOf } from './replay-text.ts';

const HOUR_MS = 3_600_000;
const SPANS = [
  ['1', 'the last hour'],
  ['24', 'the last 24 hours'],
  ['168', 'the last 7 days'],
  ['720', 'the last 30 days'],
] as const;
const STATE_WORDS: Record<Replayed, string> = { failed: 'failed: given up', missed: 'missed: never sent' };

interface ReplayDialogProps {
  id: number;
  /** Initial start of the period, if known. */
  since?: string | undefined;
  close: () => void;
}

/** Counts the deliveries of a period and state, then sends them again. */
export function ReplayDialog({ id, since, close }: ReplayDialogProps) {
  const queries = useQueryClient();
  const [period, setPeriod] = useState<ReplayPeriod | undefined>(() => ({ since: since ?? hoursAgo(24) }));
  const [states, setStates] = useState<readonly Replayed[]>(REPLAYED);
  const [queued, setQueued] = useState(0);
  const send = useMutation({
    mutationFn: (chosen: ReplayPeriod) => replay(id, { ...chosen, states: [...states] }, setQueued),
    onSuccess: (sum) => {
      notify(`${sum.toLocaleString('en')} sent again`);
      close();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhook', id] }),
  });
  const toggle = (state: Replayed, isOn: boolean) =>
    setStates(REPLAYED.filter((each) => (each === state ? isOn : states.includes(each))));
  return (
    <Modal title="Replay deliveries" isOpen setIsOpen={close} isKept>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (period) send.mutate(period);
        }}
      >
        <PeriodFields known={since} setPeriod={setPeriod} />
        <fieldset>
          <legend>Deliveries that</legend>
          {REPLAYED.map((state) => (
            <label key={state} className="check">
              <input type="checkbox" checked={states.includes(state)} onChange={({ target }) => toggle(state, target.checked)} />{' '}
              {STATE_WORDS[state]}
            </label>
          ))}
        </fieldset>
        <HowMany id={id} period={period} states={states} />
        <p className="small">The same events, with the same ids and new signatures. What has arrived is not sent again.</p>
        {send.isPending && queued > 0 && <p role="status">{queued.toLocaleString('en')} sent so far.</p>}
        {send.error && <FailurePanel error={send.error} />}
        {send.error && queued > 0 && <p>{queued.toLocaleString('en')} were sent before that. A replay again sends the rest.</p>}
        <div className="actions">
          <Action submits isMain needs="webhooks.write" isBusy={send.isPending || period === undefined || states.length === 0}>
            {send.isPending ? 'Replaying' : 'Replay'}
          </Action>
          <Action onPress={close}>Cancel</Action>
        </div>
      </form>
    </Modal>
  );
}

function HowMany({ id, period, states }: { id: number; period: ReplayPeriod | undefined; states: readonly Replayed[] }) {
  const counts = useQueries({
    queries: period === undefined ? [] : states.map((state) => replayCountQuery(id, state, period)),
  });
  const failure = counts.find(({ error }) => error);
  if (failure) return <FailurePanel error={failure.error} retry={() => failure.refetch()} />;
  return (
    <p role="status">
      {howMany(
        period,
        counts.map(({ data }) => data),
      )}
    </p>
  );
}

function howMany(period: ReplayPeriod | undefined, counts: readonly ({ count: number; isLeast: boolean } | undefined)[]) {
  if (period === undefined) return 'Choose a time that has begun, and ends after it began.';
  if (counts.length === 0) return 'Choose at least one.';
  const known = counts.filter((each) => each !== undefined);
  if (known.length < counts.length) return 'Counting';
  return (
    <>
      To be sent: <b>{countText(sumOf(known))}</b>
    </>
  );
}

function hoursAgo(hours: number): string {
  return new Date(Date.now() - hours * HOUR_MS).toISOString();
}

interface PeriodFieldsProps {
  known: string | undefined;
  /** Undefined: the typed period is invalid. */
  setPeriod: (period: ReplayPeriod | undefined) => void;
}

function PeriodFields({ known, setPeriod }: PeriodFieldsProps) {
  const [span, setSpan] = useState(known === undefined ? '24' : 'known');
  const [[from, to], setTyped] = useState(['', '']);
  const choose = (next: string) => {
    setSpan(next);
    if (next === 'typed') setPeriod(typedPeriod(from, to));
    else setPeriod({ since: next === 'known' ? (known ?? '') : hoursAgo(Number(next)) });
  };
  const type = (since: string, until: string) => {
    setTyped([since, until]);
    setPeriod(typedPeriod(since, until));
  };
  return (
    <>
      <label className="field">
        <span>Events of</span>
        <select value={span} onChange={({ target }) => choose(target.value)}>
          {known !== undefined && <option value="known">the time that it may lack</option>}
          {SPANS.map(([hours, name]) => (
            <option key={hours} value={hours}>
              {name}
            </option>
          ))}
          <option value="typed">from … until …</option>
        </select>
      </label>
      {span === 'typed' && (
        <div className="pair">
          <label className="field">
            <span>From</span>
            <input type="datetime-local" required value={from} onChange={({ target }) => type(target.value, to)} />
          </label>
          <label className="field">
            <span>Until; empty: now</span>
            <input type="datetime-local" value={to} onChange={({ target }) => type(from, target.value)} />
          </label>
        </div>
      )}
    </>
  );
}

/** The fields use the browser's time zone. */
function typedPeriod(from: string, to: string): ReplayPeriod | undefined {
  const [since, until] = [Date.parse(from), Date.parse(to)];
  if (Number.isNaN(since) || since > Date.now()) return undefined;
  if (to === '') return { since: new Date(since).toISOString() };
  if (Number.isNaN(until) || until < since) return undefined;
  return { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
}
