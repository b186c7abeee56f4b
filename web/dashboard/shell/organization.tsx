import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Me } from '../api/app-paths.ts';
import { answerOf, client, switchOrganization } from '../api/client.ts';
import { Icon } from '../parts/icons.tsx';
import { MenuButton } from '../parts/menu-button.tsx';
import { SafeText } from '../parts/text/text.tsx';

const menuCode = { name: 'organization-menu', load: () => import('./organization-menu.tsx') };

const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: () => answerOf(client.GET('/organizations')),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** The current organization, with a switch for people in several. */
export function Organization({ me }: { me: Me | undefined }) {
  const { data } = useQuery({ ...organizationsQuery, enabled: me !== undefined });
  const organizations = data?.data ?? [];
  if (organizations.length < 2) {
    return (
      <div className="brand">
        <Brand me={me} />
      </div>
    );
  }
  const go = (id: string) => {
    if (id !== me?.organization_id) switchOrganization(id);
  };
  return (
    <MenuButton className="brand" code={menuCode} menu={{ organizations, go }}>
      <span className="unseen">Organization</span>
      <Brand me={me} />
      <Icon name="down" />
    </MenuButton>
  );
}

function Brand({ me }: { me: Me | undefined }) {
  const name = me && (me.organization_name ?? me.organization_id);
  return (
    <>
      <span className="monogram" aria-hidden="true">
        {name === undefined ? '·' : <SafeText text={[...name][0] ?? '·'} />}
      </span>
      <span className="brand-name">{name === undefined ? 'Loading' : <SafeText text={name} most={80} />}</span>
    </>
  );
}
