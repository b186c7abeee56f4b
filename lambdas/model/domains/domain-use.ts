import type { DomainUse } from '../../shared/outbox/outbox.schema.ts';
import type { Domain } from './domain-row.schema.ts';

/** What a change of a row changes in what its organization uses, if anything. `before`: undefined where the domain is new. */
export function useChange(before: Domain | undefined, after: Domain): DomainUse | undefined {
  const [was, is] = [before ? useOf(before) : NOTHING, useOf(after)];
  const change = {
    domains: is.domains - was.domains,
    unvalidatedDomains: is.unvalidatedDomains - was.unvalidatedDomains,
  };
  return change.domains === 0 && change.unvalidatedDomains === 0 ? undefined : change;
}

const NOTHING: DomainUse = { domains: 0, unvalidatedDomains: 0 };

/** A domain that is being removed takes no place any more. */
function useOf({ phase, everValidated }: Domain): DomainUse {
  return phase === 'removing' ? NOTHING : { domains: 1, unvalidatedDomains: everValidated ? 0 : 1 };
}
