/** The portal's texts in addition to those of every domain page (`Labels`). */
export interface PortalLabels {
  title: string;
  hostname: string;
  go: string;
  askForLink: (brand: string) => string;
  linkIsOver: (brand: string) => string;
  /** For an unknown form of the DNS provider. */
  whereLines: readonly [string, string, string];
  send: string;
  mailSubject: (hostname: string) => string;
  mailText: (hostname: string) => string;
  print: string;
  providedBy: (brand: string) => string;
  help: string;
  languages: string;
  noScript: string;
  /** For somebody who returns from the DNS provider without the record. */
  notSetUp: string;
  /** A check too soon after another. The other one's result is shown. */
  checkedRecently: string;
  /** For the owner: another provider has set a TXT record for the hostname. */
  askedFor: (brand: string, at: string) => string;
}
