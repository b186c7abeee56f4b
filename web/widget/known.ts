import type { PublicView } from '../../contract/public-view.ts';
import type { Locale } from '../../copy/types/locale.ts';
import type { Sayings } from '../../copy/types/sayings.ts';

export interface Language extends Locale {
  /** What to do, in one short sentence. Null: they are being loaded; undefined: the service's own summary is said. */
  sayings?: (() => Sayings | null | undefined) | undefined;
}

/** What changes while the widget is shown. */
export interface Known {
  view: PublicView | undefined;
  /** Why there is none, or none that is newer. */
  failure: { status: number; retryAfter: number } | undefined;
  isBusy: boolean;
  mayCheck: boolean;
  isStalled: boolean;
  announced: string;
  /** To who has pressed *Check now*. */
  answer: string;
  /** The button that has just copied. */
  copiedId: string;
  /** Somebody wants to read more. */
  isMoreOpen: boolean;
}

export const NOTHING_KNOWN: Known = {
  ...{ view: undefined, failure: undefined },
  ...{ isBusy: false, mayCheck: true, isStalled: false, announced: '', answer: '', copiedId: '', isMoreOpen: false },
};
