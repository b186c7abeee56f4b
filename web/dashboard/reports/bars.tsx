const HEIGHT = 100;
const WIDTH = 10;
const GAP = 1.5;
/** With fewer bars, their width is as for this number. */
const FEWEST = 12;

/** Colours: success, waiting, failure, neutral. */
export type Tone = 'good' | 'wait' | 'bad' | 'plain';
export interface Bar {
  name: string;
  parts: readonly (readonly [Tone, number])[];
}

interface BarsProps {
  label: string;
  bars: readonly Bar[];
  textOf?: (value: number) => string;
}

const inEnglish = (value: number) => value.toLocaleString('en');

/** A chart of numbers that a table also shows. Its label describes it to screen readers. */
export function Bars({ label, bars, textOf = inEnglish }: BarsProps) {
  const sums = bars.map(({ parts }) => parts.reduce((sum, [, count]) => sum + count, 0));
  const most = Math.max(1, ...sums);
  return (
    <figure className="chart">
      <svg
        role="img"
        aria-label={`${label}, from ${bars[0]?.name} to ${bars.at(-1)?.name}; at most ${textOf(most)}`}
        viewBox={`0 0 ${Math.max(bars.length, FEWEST) * WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {bars.map(({ name, parts }, index) => (
          <g key={name} transform={`translate(${index * WIDTH})`}>
            {stackOf(parts, most).map(({ tone, y, height }) => (
              <rect key={tone} className={tone} x={GAP / 2} y={y} width={WIDTH - GAP} height={height} />
            ))}
          </g>
        ))}
      </svg>
      <figcaption>
        <span>
          {bars[0]?.name} to {bars.at(-1)?.name}
        </span>
        <span>at most {textOf(most)}</span>
      </figcaption>
    </figure>
  );
}

/** Stacked from the bottom. */
function stackOf(parts: Bar['parts'], most: number) {
  let top = HEIGHT;
  return parts.map(([tone, count]) => {
    const height = (count / most) * HEIGHT;
    top -= height;
    return { tone, y: top, height };
  });
}
