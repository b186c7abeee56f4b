import type { PublicRecord } from '../../../contract/public-view.ts';
import type { Language } from '../../pages/locales.ts';

/** A mail to whoever can change the DNS, for the visitor's own program to send: the record as text, and the address of the page. */
export function colleagueMail(hostname: string, record: PublicRecord, address: string, { words, labels }: Language): string {
  const { type, name, value } = words.labels.fields;
  const lines = [
    labels.mailText(hostname),
    '',
    `${type}: ${record.type}`,
    `${name}: ${record.host} (${record.name})`,
    `${value}: ${record.value}`,
    '',
    address,
  ];
  // RFC 6068, section 5: lines end with CR and LF.
  return `mailto:?subject=${encodeURIComponent(labels.mailSubject(hostname))}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}
