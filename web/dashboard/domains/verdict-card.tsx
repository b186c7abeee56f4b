import type { PublicView } from '../../../contract/public-view.ts';
import { type Block, blocksOf } from '../../../contract/view/blocks.ts';
import { stepsOf } from '../../../contract/view/view.ts';
import { en } from '../../../copy/en/en.ts';
import { Day, Relative } from '../parts/instant.tsx';
import { RecordFields } from '../parts/record.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { toneOf, verdictTitle, whoActs } from '../parts/verdict.tsx';

/** The blocks of the portal's card in the same order, plus the cause that only integrators see. */
export function VerdictCard({ domain }: { domain: PublicView & { expires_at?: string } }) {
  const { diagnosis, expires_at } = domain;
  return (
    <div className="card">
      <p className={`title ${toneOf(diagnosis)}`}>
        <SafeText text={verdictTitle(diagnosis.code)} />
      </p>
      <p>
        <SafeText text={diagnosis.summary} most={2048} />
      </p>
      {diagnosis.code !== 'ok' && (
        <p>
          {diagnosis.actor !== 'nobody' && (
            <b>
              <SafeText text={whoActs(diagnosis.actor)} />:{' '}
            </b>
          )}
          <SafeText text={diagnosis.fix.text} most={2048} />
        </p>
      )}
      {expires_at !== undefined && diagnosis.code !== 'certificate_expired' && (
        <p>
          Its certificate ends <Day at={expires_at} />
        </p>
      )}
      {blocksOf(domain).map((block) => (
        <BlockOf key={block.kind} block={block} view={domain} />
      ))}
    </div>
  );
}

/** Blocks without a case are among the actions below the card. */
function BlockOf({ block, view }: { block: Block; view: PublicView }) {
  switch (block.kind) {
    case 'steps':
      return <Steps view={view} />;
    case 'records':
      return block.cards.map((record, index) => (
        <RecordFields
          key={`${record.action} ${record.type} ${record.name} ${record.value}`}
          record={record}
          index={index}
          count={block.cards.length}
          view={view}
        />
      ));
    case 'provider':
      return (
        <p>
          DNS provider:{' '}
          <a href={block.url} target="_blank" rel="noopener noreferrer">
            <SafeText text={block.name} />
          </a>
        </p>
      );
    case 'times':
      return <Times view={view} />;
    case 'evidence':
      return <Evidence view={view} />;
    case 'live':
    case 'set-up':
    case 'check':
    case 'send':
      return null;
  }
}

function Steps({ view }: { view: PublicView }) {
  const { steps, stepStates } = en.labels;
  return (
    <ol className="steps">
      {stepsOf(view).map(({ name, state }) => (
        <li key={name} className={state} aria-current={state === 'current' ? 'step' : undefined}>
          {steps[name]}
          <span className="unseen">: {stepStates[state]}</span>
        </li>
      ))}
    </ol>
  );
}

const MINUTE_MS = 60_000;

function Times({ view: { diagnosis } }: { view: PublicView }) {
  const { checked_at, next_check_at } = diagnosis;
  if (checked_at === undefined && next_check_at === undefined) return null;
  const isNear = next_check_at !== undefined && Date.parse(next_check_at) - Date.now() < MINUTE_MS;
  return (
    <p className="small">
      {checked_at !== undefined && (
        <>
          Last checked <Relative at={checked_at} />.{' '}
        </>
      )}
      {next_check_at !== undefined && <>Next check {isNear ? 'within a minute' : <Relative at={next_check_at} />}.</>}
    </p>
  );
}

function Evidence({ view: { diagnosis } }: { view: PublicView }) {
  return (
    <details>
      <summary>{en.labels.evidence}</summary>
      <ul className="evidence">
        {diagnosis.evidence.map(({ asked, server, answer, at }) => (
          <li key={`${asked} ${server} ${at} ${answer}`}>
            <SafeText text={asked} />
            {server !== undefined && (
              <>
                {' @ '}
                <SafeText text={server} />
              </>
            )}
            {': '}
            <code>
              <SafeText text={answer} />
            </code>
          </li>
        ))}
      </ul>
    </details>
  );
}
