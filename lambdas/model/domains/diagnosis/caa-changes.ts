/** One change to the CAA records of a customer. */
export interface CaaChange {
  action: 'add' | 'remove';
  name: string;
  /** As in a zone file: `0 issue "ca.example"`. */
  value: string;
}

const CHANGE = /(?<action>add|remove) (?<name>\S+) CAA (?<value>\d+ \S+ ".*?")(?= and (?:add|remove) \S+ CAA |$)/g;
const RECORD = /^(?<name>\S+) CAA (?<value>.+)$/;

/** As a sentence has it. One record that is missing is said by itself: `customer.com CAA 0 issue "ca.example"`. */
export function caaChangesText(changes: readonly CaaChange[]): string {
  const [first] = changes;
  if (changes.length === 1 && first?.action === 'add') return recordText(first);
  return changes.map((change) => `${change.action} ${recordText(change)}`).join(' and ');
}

/** What `caaChangesText` has said. None where it was cut; rows of earlier releases have the CA's name alone. */
export function caaChangesIn(text: string): CaaChange[] {
  const changes = [...text.matchAll(CHANGE)].map(({ groups }) => groups as unknown as CaaChange);
  if (caaChangesText(changes) === text) return changes.map(({ action, name, value }) => ({ action, name, value }));
  const { name, value } = RECORD.exec(text)?.groups ?? {};
  return name !== undefined && value !== undefined ? [{ action: 'add', name, value }] : [];
}

function recordText({ name, value }: CaaChange): string {
  return `${name} CAA ${value}`;
}
