import '../tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/pages.css';
import './styles/forms.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from './api/query-client.ts';
import { newRouter } from './router.tsx';
import { applyTheme, chosenTheme } from './shell/theme.ts';

applyTheme(chosenTheme());
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
