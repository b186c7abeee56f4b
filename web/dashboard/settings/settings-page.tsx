import './settings.css';
import { Page } from '../parts/page.tsx';
import { DangerZone } from './danger-zone.tsx';
import { Invitations } from './invitations.tsx';
import { Members } from './members.tsx';
import { Organization } from './organization.tsx';

export function SettingsPage() {
  return (
    <Page title="Settings">
      <Organization />
      <Members />
      <Invitations />
      <DangerZone />
    </Page>
  );
}
