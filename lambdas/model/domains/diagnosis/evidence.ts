import type { Evidence } from './evidence.schema.ts';

const EVIDENCE_LIMIT_BYTES = 512;

/** Makes a stranger's words fit to keep: control characters removed, at most 512 bytes of UTF-8, never half a character. */
export function evidence(kind: Evidence['kind'], question: string, answer: string, at: Date, server?: string): Evidence {
  return {
    kind,
    asked: clean(question),
    ...(server === undefined ? {} : { server: clean(server) }),
    answer: clean(answer),
    at: at.toISOString(),
  };
}

/** One such text, for where a stranger's words are kept beside the evidence. */
export function clean(text: string): string {
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, '');
  const bytes = Buffer.from(visible, 'utf8');
  if (bytes.length <= EVIDENCE_LIMIT_BYTES) return visible;
  return new TextDecoder().decode(bytes.subarray(0, EVIDENCE_LIMIT_BYTES)).replace(/\uFFFD+$/u, '');
}
