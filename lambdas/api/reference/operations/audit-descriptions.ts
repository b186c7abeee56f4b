import { AuditPage, ListAuditQuery } from '../../audit/audit-entry.schema.ts';
import type { OperationDescription } from './operation-description.ts';

const ENTRY = {
  id: 'aud_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
  livemode: true,
  created_at: '2026-11-21T09:30:00.482Z',
  action: 'domain.updated',
  object: { type: 'domain', id: '118271623110656' },
  actor: { type: 'api_key', key_id: 'cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd' },
  request_id: 'req_01KAGZ3T8M0C4D9F2G7H1J5K8L',
  source_ip: '203.0.113.7',
  user_agent: 'integrator/1.4',
  before: { metadata: {} },
  after: { metadata: { plan: 'pro' } },
};

export const AUDIT_DESCRIPTIONS = {
  listAudit: {
    tag: 'Audit',
    summary: 'List changes',
    description:
      'Who changed what in your organization, when and from where, newest first: people, API keys, machines, whoever runs the service, and the service itself. Entries are kept for 400 days, and nobody can change or delete one. With a filter a page looks at 1,000 entries at most: it may be short, even empty, while `next_cursor` leads on. As a file (`format=csv` or `jsonl`) its last line has `next_cursor`: without that line, the file was cut off.',
    query: ListAuditQuery,
    answer: {
      status: 200,
      description: 'One page of changes.',
      schema: AuditPage,
      example: { data: [ENTRY], next_cursor: null },
      csv: `created_at,id,livemode,actor_type,actor_id,action,object_type,object_id,request_id,source_ip,user_agent,before,after\r\n${ENTRY.created_at},${ENTRY.id},true,api_key,${ENTRY.actor.key_id},domain.updated,domain,118271623110656,${ENTRY.request_id},203.0.113.7,integrator/1.4,"{""metadata"":{}}","{""metadata"":{""plan"":""pro""}}"\r\nnext_cursor,,,,,,,,,,,,\r\n`,
      jsonl: `${JSON.stringify(ENTRY)}\n{"next_cursor":null}\n`,
    },
  },
} as const satisfies Record<string, OperationDescription>;
