import type { ReactNode } from 'react';
import { visibleText } from './visible-text.ts';

/** What strangers may have written: as text, whatever its direction, and with nothing hidden in it. */
export function Shown({ text, most }: { text: string; most?: number }) {
  return <bdi>{visibleText(text, most)}</bdi>;
}

/** A hostname, as people write it and, where that differs, as DNS has it. */
export function Hostname({ url, unicode }: { url: string; unicode?: string | undefined }) {
  return (
    <>
      <Shown text={unicode ?? url} />
      {unicode !== undefined && unicode !== url && (
        <small>
          {' '}
          <Shown text={url} />
        </small>
      )}
    </>
  );
}

/** What is wider or higher than its place. */
export function Scrolls({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached with the keyboard (WCAG 2.1.1)
    <section className={`scrolls ${className}`} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}

/** Code that is shown as it is: JSON, a command. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <Scrolls label={label}>
      <pre className="code">{visibleLines(text)}</pre>
    </Scrolls>
  );
}

const MOST_CODE_BYTES = 65_536;

function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => visibleText(line, MOST_CODE_BYTES))
    .join('\n');
}
