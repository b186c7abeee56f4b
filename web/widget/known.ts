import type { PublicView } from '../../contract/public-view.ts';
import type { Locale } from '../../copy/types/locale.ts';
import type { Sayings } from '../../copy/types/sayings.ts';

export interface Language extends Locale {
  /** Short instructions. Null: loading; undefined: the service's summary is shown. */
  sayings?: (() => Sayings | null | undefined) | undefined;
}

/** State of a displayed widget. */
export interface WidgetState {
  view: PublicView | undefined;
  /** Why there is no view, or no newer one. */
  failure: { status: number; retryAfter: number } | undefined;
  isBusy: boolean;
  mayCheck: boolean;
  isStalled: boolean;
  announced: string;
  /** Result of *Check now*. */
  answer: string;
  /** The button that has just copied. */
  copiedId: string;
  /** The details are expanded. */
  isMoreOpen: boolean;
}

export const INITIAL_WIDGET_STATE: WidgetState = {
  ...{ view: undefined, failure: undefined },
  ...{ isBusy: false, mayCheck: true, isStalled: false, announced: '', answer: '', copiedId: '', isMoreOpen: false },
};
