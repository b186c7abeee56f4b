/** What the portal says beside what every page about a domain says (`Labels`). */
export interface PortalLabels {
  title: string;
  hostname: string;
  go: string;
  askForLink: (brand: string) => string;
  linkIsOver: (brand: string) => string;
  /** If the way to the form of the DNS provider is not known. */
  whereLines: readonly [string, string, string];
  send: string;
  mailSubject: (hostname: string) => string;
  mailText: (hostname: string) => string;
  print: string;
  providedBy: (brand: string) => string;
  help: string;
  languages: string;
  noScript: string;
  /** To who comes back from the DNS provider without the record. */
  notSetUp: string;
  /** Where a check was asked for too soon after another: what is shown is of that one. */
  checkedRecently: string;
  /** To the owner: another provider has shown a TXT record for the hostname. */
  askedFor: (brand: string, at: string) => string;
}
