import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button, Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components';
import type { Me } from '../api/app-paths.ts';
import { answerOf, client, switchOrganization } from '../api/client.ts';
import { Icon } from '../parts/icons.tsx';
import { Shown } from '../parts/text/text.tsx';

const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: () => answerOf(client.GET('/organizations')),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
});

/** In which organization one is; whoever is in several goes into another by it. */
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
    <MenuTrigger>
      <Button className="brand">
        <span className="unseen">Organization</span>
        <Brand me={me} />
        <Icon name="down" />
      </Button>
      <Popover className="popover" placement="bottom start">
        <Menu onAction={(key) => go(String(key))}>
          <MenuSection selectionMode="single" selectedKeys={organizations.filter((each) => each.is_this).map(({ id }) => id)}>
            <Header>Organizations</Header>
            {organizations.map(({ id, name }) => (
              <MenuItem key={id} id={id} textValue={name ?? id}>
                <Shown text={name ?? id} most={80} />
              </MenuItem>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

function Brand({ me }: { me: Me | undefined }) {
  const name = me && (me.organization_name ?? me.organization_id);
  return (
    <>
      <span className="monogram" aria-hidden="true">
        {name === undefined ? '·' : <Shown text={[...name][0] ?? '·'} />}
      </span>
      <span className="brand-name">{name === undefined ? 'Loading' : <Shown text={name} most={80} />}</span>
    </>
  );
}
