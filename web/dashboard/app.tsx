import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from './api/query-client.ts';
import { newRouter } from './router.tsx';

const queryClient = newQueryClient();
const place = document.getElementById('root');
const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={newRouter()} />
    </QueryClientProvider>
  </StrictMode>
);
if (place) {
  const root = createRoot(place);
  // In parts, between which the browser answers: on a slow phone the whole takes a tenth of a second.
  startTransition(() => root.render(app));
  // A page that the browser keeps for its back button may show a secret, or what only somebody who has signed out may read.
  addEventListener('pagehide', ({ persisted }) => persisted && root.unmount());
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
}
