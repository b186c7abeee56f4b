import type { DiagnosisCode } from '../../contract/api/error-codes.ts';
import type { CustomerReason, KnownForm } from './locale.ts';

/** What the one sentence under a title may name: nothing that was found, so that it can be said to everybody. */
export interface SayingFacts {
  host: string;
  /** The domain in which the record is made: the hostname without `host`. */
  zone: string;
  /** Who runs the site that the hostname leads to. */
  brand: string;
  /** Whether the record is not right yet. */
  isDnsOpen: boolean;
  /** The DNS provider of the zone, if it is known. */
  form: KnownForm | undefined;
}
export type Saying = (facts: SayingFacts) => string;

/** What the owner of a hostname is to do, in at most 20 words. The card beside it has the record. */
export interface Sayings {
  codes: Record<DiagnosisCode, Saying>;
  /** In place of a cause that somebody else has to remove. */
  others: Saying;
  /** Where a reason makes another sentence of it. */
  reasons: Partial<Record<CustomerReason, Saying>>;
}
