import { Construct } from 'constructs';
import { PORTAL_FILES, WIDGET_FILES, widgetFileBeside } from '../../contract/paths.ts';
import { API_TIMEOUT, type EndpointProps } from '../api/public-api.ts';
import { builtFiles } from '../functions/built-files.ts';
import { browserScript } from '../functions/bundle.ts';
import { grantReadServiceSecret, grantServePortal } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';

/** Built by the program that builds the package, so the bytes match the hashes that it publishes. */
const widgetFile = builtFiles('web/widget/build.ts', WIDGET_FILES, '--scripts');

export const PORTAL_CODE = {
  entry: 'lambdas/portal/serve-portal.lambda.ts',
  compressedFiles: {
    [PORTAL_FILES.script]: () => browserScript('web/portal/portal.ts'),
    ...Object.fromEntries(WIDGET_FILES.map((name) => [widgetFileBeside(name), () => widgetFile(name)])),
  },
};

/**
 * The portal for hostname owners, opened by a link or by typing a hostname, and the widget's script. It is public and can start a
 * domain's DNS check, but opens and seals nothing.
 */
export class Portal extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServePortal', {
      stage,
      ...PORTAL_CODE,
      description: 'Shows owners of hostnames what to do, and looks at their DNS when they ask',
      timeout: API_TIMEOUT,
      reservedConcurrency: stage.reservedConcurrency?.portal,
      reachesCustomers: true,
    });
    grantServePortal(serve, stateful.table);
    grantReadServiceSecret(serve, stateful.secret);
    api.serve(serve, 'ANY /portal', 'ANY /portal/{proxy+}', 'ANY /widget/{proxy+}');
  }
}
