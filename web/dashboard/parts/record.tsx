import type { PublicView } from '../../../contract/public-view.ts';
import { differingPart, type RecordCard } from '../../../contract/view/blocks.ts';
import { cardTitle, fieldsOf, fullNameOf } from '../../../copy/describe.ts';
import { en } from '../../../copy/en/en.ts';
import { Copy } from './copy.tsx';
import { SafeText } from './text/text.tsx';

/** The observed value, with characters marked that differ from the expected one. */
export function ObservedValue({ seen, wanted }: { seen: string; wanted: string }) {
  const { before, differs, after } = differingPart(seen, wanted);
  // If nearly everything differs, it is another name, and marks do not help.
  if (differs.length > seen.length / 2) return <SafeText text={seen} />;
  return (
    <>
      <SafeText text={before} />
      <mark>
        <SafeText text={differs} />
      </mark>
      <SafeText text={after} />
    </>
  );
}

/** A record in the fields of a DNS provider's form, with the value found instead. */
export function RecordFields({
  record,
  index,
  count,
  view,
}: {
  record: RecordCard;
  index: number;
  count: number;
  view: PublicView;
}) {
  const { labels } = en;
  const title = cardTitle(record, index, count, labels);
  const fullName = fullNameOf(record, view);
  return (
    <section className="record" aria-label={title}>
      {title !== labels.record && <h3>{title}</h3>}
      <dl>
        {fieldsOf(record, view, labels).map(({ key, label, text, isCopied }) => (
          <div key={key}>
            <dt>
              <SafeText text={label} />
            </dt>
            <dd>
              <code>
                <SafeText text={text} />
              </code>
              {key === 'value' && record.observed !== undefined && (
                <small>
                  now:{' '}
                  <code>
                    <ObservedValue seen={record.observed} wanted={record.value} />
                  </code>
                </small>
              )}
              {key === 'name' && fullName !== undefined && (
                <small>
                  the full name is <SafeText text={fullName} />
                </small>
              )}
            </dd>
            <dd>{isCopied && <Copy text={text} what={label} />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
