import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A stack in CloudFormation's answers. */
interface ToldStack {
  account: string;
  outputs?: Record<string, string>;
}

/**
 * STS and CloudFormation, as far as the CDK command and the service's guards use them before a deployment. `account`: that of the
 * credentials.
 */
export async function anAws(account: string, stacks: Record<string, ToldStack>) {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const asked = new URLSearchParams(body);
    const { status, text } = answerTo(asked.get('Action'), asked.get('StackName') ?? '');
    response.writeHead(status, { 'content-type': 'text/xml' }).end(text);
  });

  function answerTo(action: string | null, name: string): { status: number; text: string } {
    if (action === 'GetCallerIdentity') return { status: 200, text: identity(account) };
    const stack = stacks[name];
    return stack ? { status: 200, text: described(name, stack) } : { status: 400, text: UNKNOWN };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

const UNKNOWN =
  '<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack does not exist</Message></Error></ErrorResponse>';

function identity(account: string): string {
  const facts = `<Arn>arn:aws:iam::${account}:user/deployer</Arn><UserId>AIDA</UserId><Account>${account}</Account>`;
  return `<GetCallerIdentityResponse><GetCallerIdentityResult>${facts}</GetCallerIdentityResult></GetCallerIdentityResponse>`;
}

function described(name: string, { account, outputs = {} }: ToldStack): string {
  const members = Object.entries(outputs).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  );
  const id = `<StackId>arn:aws:cloudformation:eu-central-1:${account}:stack/${name}/1</StackId>`;
  const facts = `${id}<StackName>${name}</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-11-24T00:00:00Z</CreationTime>`;
  const stack = `<member>${facts}<Outputs>${members.join('')}</Outputs></member>`;
  return `<DescribeStacksResponse><DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult></DescribeStacksResponse>`;
}
