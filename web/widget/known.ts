import type { PublicView } from '../../contract/public-view.ts';

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
}

export const NOTHING_KNOWN: Known = {
  ...{ view: undefined, failure: undefined },
  ...{ isBusy: false, mayCheck: true, isStalled: false, announced: '', answer: '' },
};
