import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from './api/query-client.ts';
import { newRouter } from './router.tsx';

const queryClient = newQueryClient();
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={newRouter()} />
      </QueryClientProvider>
    </StrictMode>,
  );
