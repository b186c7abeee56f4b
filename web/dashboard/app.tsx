import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { haveEarlyRequestsSucceeded, isOverview } from './api/early.ts';
import { meQuery } from './api/me.ts';
import { newQueryClient } from './api/query-client.ts';
import { readOverview } from './overview/overview.tsx';
import { newRouter } from './router.tsx';

/** How long to wait for data before the first render. Later data appears when it arrives. */
const PATIENCE_MS = 500;

type Router = ReturnType<typeof newRouter>;

export function show(): void {
  const place = document.getElementById('root');
  if (place) void showIn(place);
}

/** Data requested while this code loaded has mostly arrived, so it is rendered at once and not answer by answer. */
async function readFirst(router: Router, queries: QueryClient): Promise<void> {
  const page = router.load();
  if (await haveEarlyRequestsSucceeded()) {
    await Promise.all([queries.prefetchQuery(meQuery), isOverview(location.pathname) && readOverview(queries)]);
  }
  await page;
}

async function showIn(place: HTMLElement): Promise<void> {
  const queries = newQueryClient();
  const router = newRouter();
  // The component that shows the data reports its error.
  const first = readFirst(router, queries).catch(() => undefined);
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  const root = createRoot(place);
  const app = (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
  // In parts, between which the browser stays responsive: on a slow phone the whole takes a tenth of a second.
  startTransition(() => root.render(app));
  // A page in the browser's back-forward cache could show a secret, or data after the sign-out.
  addEventListener('pagehide', ({ persisted }) => persisted && root.unmount());
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}
