import type { DiagnosisCode, DiagnosisReason } from '../api/error-codes.ts';

/** Reasons that have a diagnosis code of their own. */
export const CODE_OF_REASON: Partial<Record<DiagnosisReason, DiagnosisCode>> = {
  proxy_addresses: 'proxied_dns',
  record_beside_cname: 'conflicting_records',
  negative_cache: 'in_progress',
};

/** No usable answer came, so that nobody knows how the record stands. */
const NO_ANSWER = /^(servfail|dnssec_\w+|lame_servers|servers_\w+|chain_unanswered)$/;

export function isUnanswered(reason: string | undefined): boolean {
  return reason !== undefined && NO_ANSWER.test(reason);
}

/** What stands behind the end of the window for DNS: the code that the same finding had before. Any other code is its own cause. */
export function causeOf({ code, reason }: { code: string; reason?: string | undefined }, isRecordWrong: boolean): string {
  if (code !== 'dns_validation_timeout') return code;
  if (isUnanswered(reason)) return 'dns_validation_failed';
  const codes: Record<string, string> = CODE_OF_REASON;
  if (reason !== undefined && Object.hasOwn(codes, reason)) return codes[reason] ?? code;
  return isRecordWrong ? 'invalid_cname_target' : 'cname_not_found';
}
