package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	client "local.invalid/generators/generated"
)

func main() {
	var domainID, unknownID, webhookID int64
	for at, id := range []*int64{&domainID, &unknownID, &webhookID} {
		must(fmt.Sscan(os.Args[at+1], id))
	}
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("CPS_SITE")}}
	api := client.NewAPIClient(configuration)
	keys := map[string]client.APIKey{
		"ApiKeyIdHeader": {Key: os.Getenv("CPS_API_KEY_ID")},
		"ApiKeyHeader":   {Key: os.Getenv("CPS_API_KEY")},
	}
	ctx := context.WithValue(context.Background(), client.ContextAPIKeys, keys)

	domain, _, err := api.DomainsAPI.GetDomain(ctx, domainID).Execute()
	must(domain, err)
	fmt.Println("domain", domain.Id, domain.Diagnosis.Code, domain.Diagnosis.GetReason(), domain.Error.Code)
	timeline, _, err := api.DomainsAPI.ListDomainEvents(ctx, domainID).Execute()
	must(timeline, err)
	fmt.Println("timeline", timeline.Data[0].Type, timeline.Data[0].Diagnosis)
	events, _, err := api.EventsAPI.ListEvents(ctx).Execute()
	must(events, err)
	fmt.Println("event", events.Data[0].Event)
	deliveries, _, err := api.WebhooksAPI.ListDeliveries(ctx, webhookID).Execute()
	must(deliveries, err)
	fmt.Println("delivery", deliveries.Data[0].Event, deliveries.Data[0].State)
	_, response, err := api.DomainsAPI.GetDomain(ctx, unknownID).Execute()
	var refusal *client.GenericOpenAPIError
	if !errors.As(err, &refusal) {
		panic(err)
	}
	body := refusal.Model().(client.ErrorBody)
	fmt.Println("refused", response.StatusCode, body.Error.Code)
}

func must(_ any, err error) {
	if err != nil {
		panic(err)
	}
}
