import { DIAGNOSIS_CODES, DIAGNOSIS_REASONS, type DiagnosisCode, type DiagnosisReason } from './api/error-codes.ts';
import { isBelow, MAGIC_SUFFIX } from './domain-name.ts';

// All hostnames of test mode. The label before the suffix chooses the domain's fate (docs/guides/test-mode.md).

type Dashed<Code extends string> = Code extends `${infer Head}_${infer Tail}` ? `${Head}-${Dashed<Tail>}` : Code;

/** Stories that correspond to no diagnosis code or reason. */
const OTHER_STORIES = [
  'active',
  'slow',
  'expires-in-3d',
  'renewal-fails',
  'moves-away',
  'revoked',
  'webhook-storm',
  'server-offline',
] as const;

export type StoryName = Dashed<DiagnosisCode | DiagnosisReason> | (typeof OTHER_STORIES)[number];

/** Spelled as the label before the suffix. */
export const STORY_NAMES: readonly StoryName[] = [
  ...OTHER_STORIES,
  ...[...DIAGNOSIS_CODES, ...DIAGNOSIS_REASONS].map((code) => code.replaceAll('_', '-') as StoryName),
];

/** The story of a test-mode hostname. Undefined when it is not below the suffix or has an unknown label. */
export function storyOf(hostname: string): StoryName | undefined {
  if (!isBelow(hostname, MAGIC_SUFFIX)) return undefined;
  const word = hostname
    .slice(0, -MAGIC_SUFFIX.length - 1)
    .split('.')
    .at(-1);
  return STORY_NAMES.find((name) => name === word);
}
