import type { Schemas } from '../../../client/create-client.ts';

/** What a person is in an organization, from the least to the most. */
export const ROLES = ['viewer', 'developer', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

// What only people do, and what the API's document does not have yet: in one file, so that it can be compared with what is
// served.

// Types, not interfaces: those are no records of their fields.
type Answers<Body> = { 200: { content: { 'application/json': Body }; headers: Record<string, unknown> } };
type Get<Body> = { parameters: object; responses: Answers<Body> };
type Post<Request, Body> = Get<Body> & { requestBody: { content: { 'application/json': Request } } };
type At<Parameters, Body> = { parameters: { path: Parameters }; responses: Answers<Body> };
type PostAt<Parameters, Request, Body> = At<Parameters, Body> & { requestBody: { content: { 'application/json': Request } } };
type Page<Item> = { data: Item[]; next_cursor?: string | null };

export interface Me {
  user: { id: string; email: string; name?: string };
  organization: { id: string; name: string };
  role: Role;
  permissions: string[];
  /** Of which kind the keys of this deployment are. */
  mode: Mode;
}
export type Mode = 'live' | 'test';

export interface DomainCounts {
  by_actor: Partial<Record<Schemas['Diagnosis']['actor'], number>>;
  counted_at: string;
}

export interface Key {
  id: string;
  name: string;
  permissions: string[];
  created_at: string;
  last_used_at?: string;
  expires_at?: string;
}
export interface KeyWithSecret extends Key {
  secret: string;
}

export interface Member {
  user_id: string;
  email: string;
  name?: string;
  role: Role;
  /** `group`: a group of the identity provider gives the role. */
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
  is_current: boolean;
}

export interface AppPaths {
  '/me': { get: Get<Me> };
  '/domains/counts': { get: Get<DomainCounts> };
  '/keys': { get: Get<Page<Key>>; post: Post<{ name: string; permissions: string[] }, KeyWithSecret> };
  '/keys/{id}': { delete: At<{ id: string }, unknown> };
  '/keys/{id}/rotate': { post: PostAt<{ id: string }, { overlap_hours: number }, KeyWithSecret> };
  '/members': { get: Get<Page<Member>> };
  '/members/{user_id}': {
    patch: PostAt<{ user_id: string }, { role: Role }, Member>;
    delete: At<{ user_id: string }, unknown>;
  };
  '/invitations': { get: Get<Page<Invitation>>; post: Post<{ email: string; role: Role }, Invitation> };
  '/invitations/{id}': { delete: At<{ id: string }, unknown> };
  '/sessions': { get: Get<Page<Session>> };
  '/sessions/{id}': { delete: At<{ id: string }, unknown> };
}

/** How lists of domains can be searched beside what the document says. */
export type DomainSearch = {
  actor?: string | undefined;
  diagnosis_code?: string | undefined;
  url_prefix?: string | undefined;
  /** `oldest`: those that have waited longest come first. */
  sort?: string | undefined;
  cursor?: string | undefined;
};
