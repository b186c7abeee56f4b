import type { PublicProvider } from '../contract/public-view.ts';
import type { PortalLabels } from './portal-labels.ts';

type Lines = Pick<PortalLabels, 'whereLines' | 'signInTo' | 'openPath' | 'enterValues'>;

/** Where the record is entered, in three lines. The words of a provider's menus stay as it has them. */
export function whereToEnter(provider: PublicProvider | undefined, labels: Lines): readonly string[] {
  const path = provider?.path?.join(' → ');
  return path && provider ? [labels.signInTo(provider.name), labels.openPath(path), labels.enterValues] : labels.whereLines;
}
