import { EDGE_PATHS } from '../../../contract/paths.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import type { Route } from '../../shared/http/route.ts';
import { authenticateAgent } from '../agent-credentials.ts';
import { EnrollmentRequest, MachineKeys, NonceRequest } from '../edge.schema.ts';
import { type EnrollmentPorts, enrollMachine, rotateKeys } from './enroll-machine.ts';
import { issueNonce } from './prove-identity.ts';

/** Routes to enroll a machine and to rotate its keys. Its other requests are in agent-routes.ts. */
export function enrollmentRoutes(ports: EnrollmentPorts): Route[] {
  return [
    {
      method: 'POST',
      path: EDGE_PATHS.machines,
      handle: async (request) => {
        const enrolled = await enrollMachine(readJsonBody(request, EnrollmentRequest), ports, request.now);
        return { status: 201, json: enrolled };
      },
    },
    {
      method: 'POST',
      path: EDGE_PATHS.nonces,
      handle: async (request) => {
        const nonce = issueNonce(readJsonBody(request, NonceRequest), ports, request.now);
        return { status: 201, json: nonce };
      },
    },
    {
      method: 'POST',
      path: EDGE_PATHS.keys,
      handle: async (request) => {
        const caller = await authenticateAgent(request, ports.servers);
        return { status: 200, json: await rotateKeys(caller, readJsonBody(request, MachineKeys), ports, request.now) };
      },
    },
  ];
}
