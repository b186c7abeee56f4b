import { Page } from '../parts/page.tsx';
import { NameCheck } from './name-check.tsx';

export function AddDomainsPage() {
  return (
    <Page title="Add domains">
      <NameCheck rows={8} heading="Hostnames" />
      <p className="small">
        With a program: <code>POST /api/domains</code>, or <code>POST /api/domains/bulk</code> for up to 100 at once.
      </p>
    </Page>
  );
}
