import { listAudit } from './list-audit.ts';

export const AUDIT_OPERATIONS = [listAudit];
