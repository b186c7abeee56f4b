import { notify } from '../parts/notices.tsx';

export async function signOut(): Promise<void> {
  const response = await fetch('/app/sign-out', { method: 'POST', headers: { 'X-Requested-With': 'cps' } }).catch(
    () => undefined,
  );
  const answer: { provider_url?: string } = response?.status === 200 ? await response.json().catch(() => ({})) : {};
  if (response?.ok || response?.status === 401) location.assign(answer.provider_url ?? '/dashboard/');
  else notify('You could not be signed out. Please try again.');
}
