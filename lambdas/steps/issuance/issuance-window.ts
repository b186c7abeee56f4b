/** Whether nothing may be asked for any more: what came of it would be too late. A window that has not begun is not over. */
export function isOver({ issuanceDeadlineAt }: { issuanceDeadlineAt?: string | undefined }, now: Date): boolean {
  return issuanceDeadlineAt !== undefined && now.toISOString() >= issuanceDeadlineAt;
}
