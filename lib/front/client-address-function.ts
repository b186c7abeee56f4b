import { FunctionCode } from 'aws-cdk-lib/aws-cloudfront';
import { CLIENT_ADDRESS_HEADER } from '../../contract/stack/environment.ts';

/**
 * Runs in CloudFront before each request: writes the client's address over whatever the client has sent under that name.
 * AWS's own header for it (CloudFront-Viewer-Address) cannot be added by a policy that leaves out Host, which API Gateway needs left out.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/example-function-add-true-client-ip-header.html
 */
export const CLIENT_ADDRESS_CODE = `function handler(event) {
  var request = event.request;
  request.headers['${CLIENT_ADDRESS_HEADER}'] = { value: event.viewer.ip };
  return request;
}
`;

export const clientAddressCode = FunctionCode.fromInline(CLIENT_ADDRESS_CODE);
