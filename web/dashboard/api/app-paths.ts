import type { MailCause } from '../../../contract/api/events.ts';
import type { Role } from '../../../contract/api/roles.ts';

// Operations for signed-in people that the OpenAPI document lacks. One file, so that a test can compare it with what is served.

// Type aliases, because interfaces are not assignable to record types.
type Answers<Body> = { 200: { content: { 'application/json': Body }; headers: Record<string, unknown> } };
type Get<Body> = { parameters: object; responses: Answers<Body> };
type Post<Request, Body> = Get<Body> & { requestBody: { content: { 'application/json': Request } } };
type At<Parameters, Body> = { parameters: { path: Parameters }; responses: Answers<Body> };
type PostAt<Parameters, Request, Body> = At<Parameters, Body> & { requestBody: { content: { 'application/json': Request } } };
type Page<Item> = { data: Item[]; next_cursor?: string | null };

export interface Me {
  id: string;
  organization_id: string;
  role: Role;
  permissions: string[];
  email: string;
  organization_name: string;
  /** Mode of the request: `/app/v1/test` serves test data. */
  mode: Mode;
  mail: Mail;
}

/** Which mail the person wants, by cause. `is_sent`: this deployment sends mail. */
export interface Mail {
  is_sent: boolean;
  wanted: Record<MailCause, boolean>;
}
export type Mode = 'live' | 'test';

export interface OwnOrganization {
  id: string;
  name?: string;
  is_this: boolean;
}

export interface Member {
  id: string;
  email: string;
  name?: string;
  role: Role;
  /** `group`: a group of the identity provider determines the role. */
  role_from: string;
  joined_at: string;
}
export interface Invitation {
  id: string;
  email: string;
  role: Role;
  expires_at: string;
}
export interface Session {
  id: string;
  started_at: string;
  last_seen_at: string;
  source_ip: string;
  user_agent: string;
  is_this: boolean;
}

export interface AppPaths {
  '/me': { get: Get<Me>; patch: Post<{ mail: Partial<Mail['wanted']> }, Pick<Me, 'mail'>> };
  '/organizations': { get: Get<Page<OwnOrganization>> };
  '/members': { get: Get<{ members: Member[]; invitations: Invitation[] }> };
  '/members/{id}': { patch: PostAt<{ id: string }, { role: Role }, Member>; delete: At<{ id: string }, unknown> };
  '/portal-token/rotate': { post: Post<Record<string, never>, { portal_url: string }> };
  '/invitations': { post: Post<{ email: string; role: Role }, Invitation> };
  '/invitations/{id}': { delete: At<{ id: string }, unknown> };
  '/sessions': { get: Get<Page<Session>> };
  '/sessions/{id}': { delete: At<{ id: string }, unknown> };
}
