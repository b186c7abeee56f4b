/** What the portal says beside what every page about a domain says (`Labels`). */
export interface PortalLabels {
  title: string;
  hostname: string;
  go: string;
  askForLink: (brand: string) => string;
  linkIsOver: (brand: string) => string;
  where: string;
  /** If the way to the form of the DNS provider is not known. */
  whereLines: readonly [string, string, string];
  /** The way, in three lines. An account may have several domains. `openPath` is of a provider's menus, in its own words. */
  signInTo: (provider: string, zone: string) => string;
  openPath: (path: string) => string;
  enterValues: string;
  send: string;
  mailSubject: (hostname: string) => string;
  mailText: (hostname: string) => string;
  print: string;
  /** What the owner of a hostname need not read. */
  more: string;
  providedBy: (brand: string) => string;
  help: string;
  languages: string;
  noScript: string;
  /** To who comes back from the DNS provider without the record. */
  notSetUp: string;
  /** Where a check was asked for too soon after another: what is shown is of that one. */
  checkedRecently: string;
}
