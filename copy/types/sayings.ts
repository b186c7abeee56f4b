import type { DiagnosisCode } from '../../contract/api/error-codes.ts';
import type { CustomerReason, KnownForm } from './locale.ts';

/** Facts for the sentence under a title. They contain nothing that a check found, so anybody may read it. */
export interface SayingFacts {
  host: string;
  /** The domain in which the record is created: the hostname without `host`. */
  zone: string;
  /** The site's operator. */
  brand: string;
  /** True while the record is not correct. */
  isDnsOpen: boolean;
  /** The zone's DNS provider, if known. */
  form: KnownForm | undefined;
}
export type Saying = (facts: SayingFacts) => string;

/** The owner's next step in at most 20 words. The card beside it has the record. */
export interface Sayings {
  codes: Record<DiagnosisCode, Saying>;
  /** Texts in place of a cause that somebody else has to fix. */
  others: Saying;
  /** Sentences for reasons that need another one. */
  reasons: Partial<Record<CustomerReason, Saying>>;
}
