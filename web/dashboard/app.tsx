import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { areAnswered, isOverview } from './api/early.ts';
import { meQuery } from './api/me.ts';
import { newQueryClient } from './api/query-client.ts';
import { readOverview } from './overview/overview.tsx';
import { newRouter } from './router.tsx';

/** So long the page stays as its document has it. What comes later is shown when it comes. */
const PATIENCE_MS = 500;

const queryClient = newQueryClient();
const router = newRouter();
const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>
);

/** What was asked for while this code was on its way is mostly there: it is shown at once, and not answer by answer. */
async function readFirst(): Promise<void> {
  const page = router.load();
  if (await areAnswered()) {
    await Promise.all([queryClient.prefetchQuery(meQuery), isOverview(location.pathname) && readOverview(queryClient)]);
  }
  await page;
}

async function show(place: HTMLElement): Promise<void> {
  // What failed is said by the part that shows it.
  const first = readFirst().catch(() => undefined);
  await Promise.race([first, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  const root = createRoot(place);
  // In parts, between which the browser answers: on a slow phone the whole takes a tenth of a second.
  startTransition(() => root.render(app));
  // A page that the browser keeps for its back button may show a secret, or what only somebody who has signed out may read.
  addEventListener('pagehide', ({ persisted }) => persisted && root.unmount());
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}

const place = document.getElementById('root');
if (place) void show(place);
