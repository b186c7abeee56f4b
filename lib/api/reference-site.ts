import { Construct } from 'constructs';
import { REFERENCE_FILES } from '../../contract/paths.ts';
import { builtFiles } from '../functions/built-files.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { API_TIMEOUT, type EndpointProps } from './public-api.ts';

const built = builtFiles('web/reference/build.ts', ['page.html', 'style.css', 'try-it.js', 'openapi-plain.json']);

export const REFERENCE_CODE = {
  entry: 'lambdas/api/reference/serve-reference.lambda.ts',
  compressedFiles: {
    [REFERENCE_FILES.document]: 'docs/openapi.json',
    [REFERENCE_FILES.plainDocument]: () => built('openapi-plain.json'),
    [REFERENCE_FILES.page]: () => built('page.html'),
    [REFERENCE_FILES.style]: () => built('style.css'),
    [REFERENCE_FILES.script]: () => built('try-it.js'),
    [REFERENCE_FILES.apex]: 'docs/guides/apex.md',
  },
};

/** The OpenAPI document and its page. Public and outside /api, so the function has no rights. */
export class ReferenceSite extends Construct {
  constructor(scope: Construct, id: string, { stage, api }: Pick<EndpointProps, 'stage' | 'api'>) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeReference', {
      stage,
      ...REFERENCE_CODE,
      description: 'Shows the OpenAPI document and its page',
      timeout: API_TIMEOUT,
    });
    api.serve(serve, 'ANY /', 'ANY /openapi.json', 'ANY /docs', 'ANY /docs/{proxy+}');
  }
}
