import { Header, Menu, MenuItem, MenuSection, Popover } from 'react-aria-components';
import type { OwnOrganization } from '../api/app-paths.ts';
import type { MenuPlace } from '../parts/menu-button.tsx';
import { SafeText } from '../parts/text/text.tsx';

interface OrganizationMenuProps extends MenuPlace {
  organizations: OwnOrganization[];
  go: (id: string) => void;
}

export function OpenMenu({ button, labelledBy, close, organizations, go }: OrganizationMenuProps) {
  const present = organizations.filter((each) => each.is_this).map(({ id }) => id);
  return (
    <Popover
      className="popover"
      placement="bottom start"
      trigger="MenuTrigger"
      aria-labelledby={labelledBy}
      triggerRef={button}
      isOpen
      onOpenChange={close}
    >
      <Menu aria-labelledby={labelledBy} autoFocus="first" onClose={close} onAction={(key) => go(String(key))}>
        <MenuSection selectionMode="single" selectedKeys={present}>
          <Header>Organizations</Header>
          {organizations.map(({ id, name }) => (
            <MenuItem key={id} id={id} textValue={name ?? id}>
              <SafeText text={name ?? id} most={80} />
            </MenuItem>
          ))}
        </MenuSection>
      </Menu>
    </Popover>
  );
}
