/** Time-out for what takes seconds on an idle machine: a tenfold load is no failure of the product. */
export const PATIENCE_SECONDS = 150;
