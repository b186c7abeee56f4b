import type { ReactNode } from 'react';
import { visibleText } from './visible-text.ts';

/** Text from strangers, isolated in its direction and with hidden characters made visible. */
export function SafeText({ text, most }: { text: string; most?: number }) {
  return <bdi>{visibleText(text, most)}</bdi>;
}

/** A hostname in Unicode and, if different, in ASCII. */
export function Hostname({ url, unicode }: { url: string; unicode?: string | undefined }) {
  return (
    <>
      <SafeText text={unicode ?? url} />
      {unicode !== undefined && unicode !== url && (
        <small>
          {' '}
          <SafeText text={url} />
        </small>
      )}
    </>
  );
}

/** A scrollable region for wide or high content. */
export function Scrolls({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard (WCAG 2.1.1)
    <section className={`scrolls ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** Preformatted code: JSON, a command. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <Scrolls label={label}>
      <pre className="code">{visibleLines(text)}</pre>
    </Scrolls>
  );
}

const MAX_CODE_BYTES = 65_536;

function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => visibleText(line, MAX_CODE_BYTES))
    .join('\n');
}
