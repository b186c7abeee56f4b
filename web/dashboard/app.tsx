import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from './api/query-client.ts';
import { newRouter } from './router.tsx';

const queryClient = newQueryClient();
const root = document.getElementById('root');
const app = (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={newRouter()} />
    </QueryClientProvider>
  </StrictMode>
);
// In parts, between which the browser answers: on a slow phone the whole takes a tenth of a second.
if (root) startTransition(() => createRoot(root).render(app));
