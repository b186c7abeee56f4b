import type { Server } from '../api/servers.ts';
import { words } from '../parts/text/words.ts';

/** Types that can be added here. For a type of a later release only name and address can be changed. */
export const TYPE_NAMES = {
  agent: 'Machines of mine, with an agent',
  alb: 'An Application Load Balancer in my AWS account',
  cloudfront: 'A multi-tenant distribution of CloudFront in my AWS account',
} as const;
export type FormType = keyof typeof TYPE_NAMES | 'other';

export function formTypeOf(type: string): FormType {
  return Object.hasOwn(TYPE_NAMES, type) ? (type as FormType) : 'other';
}

export type Config = Omit<Server['config'], 'http_listener_arn'> & { http_listener_arn?: string | null };
type FieldName = keyof Server['config'];
/** Values of the form fields: comma-separated lists, `managed` as true or false. */
export type ConfigInput = Partial<Record<FieldName, string>>;

interface ConfigField {
  name: FieldName;
  label: string;
  isRequired?: true;
  /** Cannot be changed later. */
  isFixed?: true;
}

const ROLE: ConfigField = { name: 'role_arn', label: 'ARN of the IAM role (cps servers aws-access)', isRequired: true };
const FIELDS: Record<FormType, readonly ConfigField[]> = {
  agent: [{ name: 'machine_roles', label: 'ARNs of AWS roles whose machines enroll without a token' }],
  alb: [
    ROLE,
    { name: 'listener_arn', label: 'ARN of the HTTPS listener', isRequired: true, isFixed: true },
    { name: 'http_listener_arn', label: 'ARN of the listener of port 80' },
  ],
  cloudfront: [
    ROLE,
    { name: 'distribution_id', label: 'Id of the distribution', isRequired: true, isFixed: true },
    { name: 'connection_group_id', label: 'Id of the connection group, unless it is the default one', isFixed: true },
    { name: 'managed', label: 'CloudFront orders and renews the certificates itself' },
  ],
  other: [],
};

export function configFields(type: FormType, isThere: boolean): readonly ConfigField[] {
  return FIELDS[type].filter(({ isFixed }) => !isThere || !isFixed);
}

export function typedFrom({ machine_roles = [], managed, ...texts }: Server['config']): ConfigInput {
  return { ...texts, machine_roles: machine_roles.join(', '), managed: String(managed ?? false) };
}

/** The `config` to send: a new server's filled fields, or the changes of an existing one (`before`). */
export function configFrom(type: FormType, typed: ConfigInput, before: ConfigInput | undefined): Config | undefined {
  const seen = before ?? { managed: 'false' };
  const changed = configFields(type, before !== undefined).filter(
    ({ name }) => (typed[name] ?? '').trim() !== (seen[name] ?? ''),
  );
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map(({ name }) => [name, sentValue(name, (typed[name] ?? '').trim())]));
}

function sentValue(name: FieldName, text: string) {
  if (name === 'machine_roles') return words(text);
  if (name === 'managed') return text === 'true';
  return name === 'http_listener_arn' && text === '' ? null : text;
}
