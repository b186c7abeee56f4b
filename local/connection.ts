import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { awsEndpoint, REGION } from './machine/environment.ts';
import type { Ports } from './machine/ports.ts';
import { type StateDir, startFolder, stateDir } from './machine/state-dir.ts';
import { acmeDirectoryUrl } from './processes/pebble.ts';

/** Created by the first start with the administrator's commands. */
export interface FirstOrganization {
  organizationId: string;
  apiKeyId: string;
  apiKey: string;
  serverId: number;
  cnameTarget: string;
}

/** `connection.json`: everything that an integrator's program needs to use the local cloud. */
export interface Connection extends OwnConnection {
  /** Portal of hostname owners. The service itself stores this address, which can be rotated. */
  portal_url: string;
  /** The dashboard, where the organization's first owner signs in. */
  dashboard_url: string;
  dashboard_email: string;
  dashboard_password: string;
  /** Absolute path of the folder with the service's mail, one file each. */
  mails_folder: string;
  shortened_times: Record<string, string>;
}

/** Derived from the first organization and the ports. */
export interface OwnConnection {
  base_url: string;
  site_url: string;
  api_key_id: string;
  api_key: string;
  organization_id: string;
  server_id: number;
  cname_target: string;
  dns_management_url: string;
  edge_https_port: number;
  edge_http_port: number;
  /** Absolute path of the CA's roots in PEM, the current one first. */
  ca_root_file: string;
  acme_directory_url: string;
}

/** `cloud.json`: exists while the cloud runs, for the `admin` and `dns` commands. */
export interface CloudFile {
  aws_endpoint_url: string;
  region: string;
  ports: Ports;
}

export function siteUrl(ports: Ports): string {
  return `http://localhost:${ports.site}`;
}

export function dnsManagementUrl(ports: Ports): string {
  return `http://127.0.0.1:${ports.dnsManagement}`;
}

export function connectionOf(first: FirstOrganization, ports: Ports, caRootFile: string): OwnConnection {
  return {
    base_url: `${siteUrl(ports)}/api`,
    site_url: siteUrl(ports),
    api_key_id: first.apiKeyId,
    api_key: first.apiKey,
    organization_id: first.organizationId,
    server_id: first.serverId,
    cname_target: first.cnameTarget,
    dns_management_url: dnsManagementUrl(ports),
    edge_https_port: ports.edgeHttps,
    edge_http_port: ports.edgeHttp,
    ca_root_file: caRootFile,
    acme_directory_url: acmeDirectoryUrl(ports),
  };
}

/** The same organization with this start's ports, which may differ. */
export function withPorts(connection: OwnConnection, ports: Ports): OwnConnection {
  const { api_key_id: apiKeyId, api_key: apiKey, organization_id: organizationId, server_id: serverId } = connection;
  const first = { organizationId, apiKeyId, apiKey, serverId, cnameTarget: connection.cname_target };
  return connectionOf(first, ports, connection.ca_root_file);
}

export function cloudFileOf(ports: Ports): CloudFile {
  return { aws_endpoint_url: awsEndpoint(ports.aws), region: REGION, ports };
}

/**
 * `connection.env`: the same for a shell, in the variables that every client and `cps` read. No value contains a quote or a
 * space.
 */
export function environmentText({ site_url, api_key_id, api_key }: OwnConnection): string {
  const variables = { CPS_SITE_URL: site_url, CPS_API_KEY_ID: api_key_id, CPS_API_KEY: api_key };
  const lines = Object.entries(variables).map(([name, value]) => `export ${name}=${value}\n`);
  return lines.join('');
}

/** Never readable by others. Atomic: a reader sees the old or the new content. */
export function writePrivately(path: string, content: object | string): void {
  const unfinished = `${path}.${process.pid}`;
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
  writeFileSync(unfinished, text, { mode: 0o600 });
  renameSync(unfinished, path);
}

/** The `cloud.json` of the running `npm start`; undefined while none runs. */
export function findCloud(state: StateDir = stateDir(startFolder())): CloudFile | undefined {
  return read<CloudFile>(state.cloud);
}

/** Throws with the remedy when no local cloud runs. */
export function runningCloud(state?: StateDir): CloudFile {
  return findCloud(state) ?? doesNotRun();
}

/** An integrator's view of the running cloud. Throws with the remedy when none runs or it is still starting. */
export function runningConnection(state: StateDir = stateDir(startFolder())): Connection {
  // `connection.json` outlives the cloud, and `cloud.json` exists before the first organization.
  return (findCloud(state) && read<Connection>(state.connection)) ?? doesNotRun();
}

function read<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}

function doesNotRun(): never {
  throw new Error('the local cloud does not run: start it with `npm start`');
}
