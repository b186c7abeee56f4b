import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../../local/machine/environment.ts';
import { itReceivesAsPromised } from '../docs/snippets/receiver-guarantees.ts';
import { startReceiverProgram } from '../docs/snippets/snippet-run.ts';
import { programPage, snippet } from '../docs/snippets/snippets.ts';
import { CREDENTIALS, DOMAIN_ID, expectedLines, playApi, UNKNOWN_ID, WEBHOOK_ID } from '../generators/played-api.ts';
import { type GoProject, makeGoProject, runGo } from './go-module.ts';
import { credentials, runProgram } from './run-program.ts';
import { bulkIsStopped, createIsLost, domainIsIssued, programReachesHttps } from './trials.ts';

const SOURCES = join(PROJECT, 'client', 'go');
const HEAD = `package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"

	cps "example.com/certificate-provisioning-service/client/go"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func number(text string) int64 { return must(strconv.ParseInt(text, 10, 64)) }
`;
/** Three programs in one, to compile only once. */
const PROGRAM = `${HEAD}
func main() {
	ctx, client := context.Background(), must(cps.NewClient(cps.Options{}))
	switch os.Args[1] {
	case "read":
		read(ctx, client, number(os.Args[2]), number(os.Args[3]), number(os.Args[4]))
	case "create":
		fmt.Println(must(client.Domains.Create(ctx, cps.CreateDomainRequest{URL: os.Args[2], ServerID: 1})).URL)
	case "bulk":
		for batch := range 3 {
			var names []cps.CreateDomainRequest
			for n := range 2 {
				names = append(names, cps.CreateDomainRequest{URL: fmt.Sprintf("bulk-%d-%d-%s", batch, n, os.Args[2]), ServerID: 1})
			}
			result := must(client.Domains.CreateMany(ctx, cps.CreateDomainsRequest{Domains: names}))
			fmt.Println(result.Summary.Created, result.Data[0].Status, result.Data[1].Status)
		}
	}
}

func read(ctx context.Context, client *cps.Client, id, unknown, webhook int64) {
	domain := must(client.Domains.Get(ctx, id))
	fmt.Println("domain", domain.ID, domain.Diagnosis.Code, domain.Diagnosis.Reason, domain.Error.Code)
	for entry, err := range client.Domains.ListEvents(ctx, id, cps.ListDomainEventsParams{}) {
		fmt.Println("timeline", must(entry, err).Type, entry.Diagnosis)
		break
	}
	for event, err := range client.Events.List(ctx, cps.ListEventsParams{}) {
		fmt.Println("event", must(event, err).Event)
		break
	}
	for delivery, err := range client.Webhooks.ListDeliveries(ctx, webhook, cps.ListDeliveriesParams{}) {
		fmt.Println("delivery", must(delivery, err).Event, delivery.State)
		break
	}
	var refused *cps.Error
	if _, err := client.Domains.Get(ctx, unknown); errors.As(err, &refused) {
		fmt.Println("refused", refused.Status, refused.Code)
	}
}
`;

let project: GoProject;
let program: string;
let receiver: string;
beforeAll(async () => {
  project = await makeGoProject();
  program = await project.compile('tried', PROGRAM);
  receiver = await project.compile('receiver');
}, 600_000);
afterAll(() => project.remove());

async function run(args: string[], env = credentials()): Promise<string[]> {
  return runProgram({ command: [program, ...args], cwd: project.folder, env });
}

const startReceiver = (secret: string) => startReceiverProgram(receiver, [], project.folder, secret);

describe('the Go module', () => {
  it('passes its own tests and those of vet, and is written as gofmt writes it', async () => {
    const env = { GOWORK: 'off', CGO_ENABLED: '0' };
    await runGo('go vet', project.go, ['vet', './...'], SOURCES, env);
    await runGo('go test', project.go, ['test', './...'], SOURCES, env);
    const gofmt = project.go.replace(/go$/, 'gofmt');
    expect(await runProgram({ command: [gofmt, '-l', '.'], cwd: SOURCES, env: {} })).toEqual([]);
  });
});

describe('the Go module in an empty project', () => {
  it('issues a domain and hears of it, as its README prints it', async () => {
    await domainIsIssued(startReceiver, async (hostname, env) => {
      const first = await project.compile('first', (text) => text.replace('shop.customer.test', hostname));
      return runProgram({ command: [first], cwd: project.folder, env });
    });
  });

  it('takes a name to a verified webhook, by the whole program of the docs', async () => {
    const printed = await project.compile('shop', snippet('main.go', programPage('go')));
    await programReachesHttps((hostname, env) => {
      return runProgram({ command: [printed, hostname], cwd: project.folder, env });
    });
  });

  it('has all other calls that its README prints', async () => {
    await project.compile('calls');
  });

  it.each(['today', 'tomorrow'] as const)('reads what the API answers %s', async (day) => {
    const played = await playApi();
    const ids = [DOMAIN_ID, UNKNOWN_ID, WEBHOOK_ID].map(String);
    expect(await run(['read', ...ids], { CPS_SITE_URL: played.site(day), ...CREDENTIALS })).toEqual(expectedLines(day));
    played.close();
  });

  it('creates a domain once where the answer is lost', async () => {
    await createIsLost((hostname, env) => run(['create', hostname], env));
  });

  it('goes on where a limit stops it in the middle of a bulk', async () => {
    await bulkIsStopped((label, env) => run(['bulk', label], env));
  });
});

describe('the receiver that the README of the Go module prints', () => {
  itReceivesAsPromised('the receiver', startReceiver);
});
