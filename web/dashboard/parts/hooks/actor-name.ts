import { useQuery } from '@tanstack/react-query';
import { keysQuery } from '../../api/keys.ts';
import { peopleQuery } from '../../api/people.ts';
import { displayName } from '../text/display-name.ts';

/** Name of an actor who is still known: a person's address, a key's name. */
export function useActorName(id: string): string | undefined {
  const enabled = id !== '';
  const people = useQuery({ ...peopleQuery, enabled });
  const keys = useQuery({ ...keysQuery, enabled });
  const key = keys.data?.data.find((each) => each.id === id)?.name;
  const person = people.data?.members.find((member) => member.id === id);
  if (person) return displayName(person);
  return key === undefined ? undefined : `Key ${key}`;
}
