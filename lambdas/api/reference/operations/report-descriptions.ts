import { ReportQuery } from '../../reports/report-requests.schema.ts';
import {
  ApiUseReport,
  ChangesReport,
  FailuresReport,
  RenewalsReport,
  TimeToActiveReport,
  WebhooksReport,
} from '../../reports/report-resources.schema.ts';
import type { OperationDescription } from './operation-description.ts';

const DAY = '2026-11-21';
const RANGE = { livemode: true, from: DAY, to: DAY, is_complete: true, missing_days: [] };
const KEY_ID = 'cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd';
const common = { tag: 'Reports', query: ReportQuery } as const;
const DELIVERED = { succeeded: 411, failed: 2, pending: 0, success_rate: 0.9952, attempts: 420, p95_milliseconds: 300 };

export const REPORT_DESCRIPTIONS = {
  getTimeToActive: {
    ...common,
    summary: 'Time to active',
    description:
      'How long your customers wait until a new domain is served with a certificate, and for whom. Percentiles are the upper edge of their bucket.',
    answer: {
      status: 200,
      description: 'The report.',
      schema: TimeToActiveReport,
      example: {
        ...RANGE,
        total: {
          ...{ domains: 2, p50_seconds: 900, p90_seconds: 3600, p99_seconds: 3600 },
          waits: { domains: 2, customer_seconds: 1740, ca_seconds: 21, server_seconds: 34, service_seconds: 4 },
        },
        histogram: [
          { up_to_seconds: 900, domains: 1 },
          { up_to_seconds: 3600, domains: 1 },
        ],
        days: [{ day: DAY, domains: 2, p50_seconds: 900 }],
      },
      csv: `day,domains,p50_seconds,p90_seconds,p99_seconds,customer_seconds,ca_seconds,server_seconds,service_seconds\r\n${DAY},2,900,3600,3600,1740,21,34,4\r\n`,
    },
  },
  getFailures: {
    ...common,
    summary: 'Failures by cause',
    description:
      'How often domains failed, by the code of their diagnosis and by who had to act, and how long it took until they were fixed.',
    answer: {
      status: 200,
      description: 'The report.',
      schema: FailuresReport,
      example: {
        ...RANGE,
        data: [{ code: 'cname_not_found', actor: 'customer', failed: 3, at_risk: 0, fixed: 2, mean_hours_until_fixed: 7.25 }],
        days: [{ day: DAY, failed: 3, at_risk: 0, fixed: 2 }],
      },
      csv: `day,code,actor,failed,at_risk,fixed,mean_hours_until_fixed\r\n${DAY},cname_not_found,customer,3,0,2,7.25\r\n`,
    },
  },
  getRenewals: {
    ...common,
    summary: 'Renewals',
    description:
      'Whether certificates were renewed in time, what is left of the error budget, who let certificates expire, and how the same renewals would have stood with certificates of 64 and 45 days.',
    answer: {
      status: 200,
      description: 'The report.',
      schema: RenewalsReport,
      example: {
        ...RANGE,
        total: { renewed: 120, on_time: 120, late: 0, unmeasured: 0, expired: 0, on_time_share: 1 },
        objective: { on_time_share: 0.999, allowed: 0.12, used: 0, left_share: 1 },
        expired_by: [],
        delays: [{ up_to_seconds: 3600, renewals: 120 }],
        lifetimes: [{ up_to_days: 90, certificates: 122 }],
        readiness: [
          { life_days: 64, renewals_per_day: 168.75, on_time_share: 1 },
          { life_days: 45, renewals_per_day: 240, on_time_share: 1 },
        ],
        ca_orders: { per_day: 2400, counts_renewals: false },
        days: [{ day: DAY, on_time: 120, late: 0, unmeasured: 0, expired: 0 }],
      },
      csv: `day,on_time,late,unmeasured,expired\r\n${DAY},120,0,0,0\r\n`,
    },
  },
  getWebhooksReport: {
    ...common,
    summary: 'Webhook health',
    description: 'How many deliveries arrived, and how long their attempts took, by webhook. Tests do not count.',
    answer: {
      status: 200,
      description: 'The report.',
      schema: WebhooksReport,
      example: { ...RANGE, data: [{ webhook_id: 118271623110657, ...DELIVERED, days: [{ day: DAY, ...DELIVERED }] }] },
      csv: `day,webhook_id,succeeded,failed,pending,success_rate,attempts,p95_milliseconds\r\n${DAY},118271623110657,411,2,0,0.9952,420,300\r\n`,
    },
  },
  getApiUse: {
    ...common,
    summary: 'Use of the API',
    description:
      'How often your API keys asked, and how often they reached a limit. Requests of people in the dashboard do not count.',
    answer: {
      status: 200,
      description: 'The report.',
      schema: ApiUseReport,
      example: {
        ...RANGE,
        total: { requests: 5210, hours_at_limit: 0 },
        limits: { requests_per_minute: 100, requests_per_hour: 1000 },
        data: [{ key_id: KEY_ID, requests: 5210, minutes_at_limit: 1 }],
        days: [{ day: DAY, requests: 5210, hours_at_limit: 0, keys: [{ key_id: KEY_ID, requests: 5210, minutes_at_limit: 1 }] }],
      },
      csv: `day,key_id,requests,minutes_at_limit\r\n${DAY},${KEY_ID},5210,1\r\n`,
    },
  },
  getChangesReport: {
    ...common,
    summary: 'Changes of people and keys',
    description: 'How often members, invitations and API keys were changed. Who changed what stands in the audit.',
    answer: {
      status: 200,
      description: 'The report.',
      schema: ChangesReport,
      example: { ...RANGE, data: [{ action: 'member.role_changed', changes: 1 }], days: [{ day: DAY, changes: 1 }] },
      csv: `day,action,changes\r\n${DAY},member.role_changed,1\r\n`,
    },
  },
} as const satisfies Record<string, OperationDescription>;
