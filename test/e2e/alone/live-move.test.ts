import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { acmeTlsFiles } from '../../../local/machine/acme-tls.ts';
import { stateDir as stateDirOf } from '../../../local/machine/state-dir.ts';
import { installPythonTools, locateTools } from '../../../local/machine/tools.ts';
import { moveLiveSite } from '../../../local/move/move-live-site.ts';
import { otherEdge } from '../../../local/move/other-edge.ts';
import { api, connection, dns, newHostname, ports, stateDir, until } from '../cloud.ts';

// Runs alone: its clients open connections all the time, and a web server that reloads for certificates of other tests may refuse
// one.
describe('a live site of another edge', () => {
  it('moves here without one failed request, and is served with our certificate from the first connection on', async () => {
    const state = stateDirOf(stateDir);
    const { caddy } = locateTools(await installPythonTools({ logs: state.logs, signal: undefined }), '');
    const { acme_directory_url: acmeDirectoryUrl, ca_root_file: caRootFile, cname_target: cnameTarget } = connection;
    const edge = await otherEdge(caddy, { ...ports, acmeDirectoryUrl, acmeRootFile: acmeTlsFiles(state.pebble).root });
    onTestFinished(edge.stop);
    const { made, failed, byOther, byUs, lateByOther } = await moveLiveSite(newHostname('live'), {
      ...{ address: edge.address, cnameTarget, dns, tell: () => undefined },
      ...{ dnsPort: ports.dns, httpsPort: connection.edge_https_port, rootsPem: readFileSync(caRootFile, 'utf8') },
      register: async (url) => {
        const body = { url, server_id: connection.server_id, validation: 'dns' };
        return (await api<DomainResource>('POST', '/domains', { body })).body;
      },
      check: ({ id }) => api('POST', `/domains/${id}/check`),
      waitFor: ({ id }, _, isReached) => until(id, isReached),
    });
    expect({ failed, lateByOther, unanswered: made - byOther - byUs }).toEqual({ failed: [], lateByOther: 0, unanswered: 0 });
    expect(Math.min(byOther, byUs)).toBeGreaterThan(20);
  });
});
