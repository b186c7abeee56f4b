import type { Actor } from './api/error-codes.ts';

/** The domain as its hostname's owner may see it on any page. Field names are those of the API. */
export interface PublicView {
  url: string;
  dns_status: string;
  ssl_status: string;
  dns_records: PublicRecord[];
  diagnosis: PublicDiagnosis;
  dns_provider?: PublicProvider;
  dns_setup?: PublicSetup;
}
export interface PublicRecord {
  type: string;
  name: string;
  host: string;
  value: string;
  ttl: number;
  purpose: string;
  state: string;
  observed?: string | undefined;
}
export interface PublicDiagnosis {
  code: string;
  reason?: string | undefined;
  summary: string;
  actor: Actor;
  fix: { text: string; records: PublicFix[] };
  evidence: PublicEvidence[];
  checked_at?: string | undefined;
  next_check_at?: string | undefined;
}
export interface PublicFix {
  action: string;
  type: string;
  name: string;
  /** Absent when the service or a proxy is older than the page. */
  host?: string | undefined;
  value: string;
}
export interface PublicEvidence {
  kind: string;
  asked: string;
  server?: string | undefined;
  answer: string;
  at: string;
}
export interface PublicProvider {
  name: string;
  url?: string | undefined;
  path?: readonly string[] | undefined;
  form?: PublicForm | undefined;
}
/** The provider's names for the form's fields and for its proxy switch. */
export interface PublicForm {
  type?: string | undefined;
  name?: string | undefined;
  value?: string | undefined;
  full_name?: boolean | undefined;
  appends_zone?: boolean | undefined;
  has_proxy?: boolean | undefined;
  proxy_switch?: { name: string; off: string } | undefined;
}

/** The provider sets the record itself at this address, after the owner's confirmation. */
export interface PublicSetup {
  type: string;
  provider: string;
  url: string;
}
