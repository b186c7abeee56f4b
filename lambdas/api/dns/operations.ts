import { lookAtDns } from './look-at-dns.ts';
import { lookAtDnsOfMany } from './look-at-dns-of-many.ts';

export const DNS_OPERATIONS = [lookAtDns, lookAtDnsOfMany];
