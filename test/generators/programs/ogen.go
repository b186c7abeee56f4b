package main

import (
	"context"
	"fmt"
	"os"

	client "local.invalid/generators/generated"
)

type keys struct{}

func (keys) ApiKeyIdHeader(context.Context, client.OperationName) (client.ApiKeyIdHeader, error) {
	return client.ApiKeyIdHeader{APIKey: os.Getenv("CPS_API_KEY_ID")}, nil
}

func (keys) ApiKeyHeader(context.Context, client.OperationName) (client.ApiKeyHeader, error) {
	return client.ApiKeyHeader{APIKey: os.Getenv("CPS_API_KEY")}, nil
}

func main() {
	var domainID, unknownID, webhookID int64
	for at, id := range []*int64{&domainID, &unknownID, &webhookID} {
		must(fmt.Sscan(os.Args[at+1], id))
	}
	api, err := client.NewClient(os.Getenv("CPS_SITE"), keys{})
	must(api, err)
	ctx := context.Background()

	found, err := api.GetDomain(ctx, client.GetDomainParams{ID: domainID})
	must(found, err)
	domain := found.(*client.GetDomainOKHeaders).Response
	fmt.Println("domain", domain.ID, domain.Diagnosis.Code, domain.Diagnosis.Reason.Value, domain.Error.Value.Code)
	timeline, err := api.ListDomainEvents(ctx, client.ListDomainEventsParams{ID: domainID})
	must(timeline, err)
	entry := timeline.(*client.DomainEventPageHeaders).Response.Data[0]
	fmt.Println("timeline", entry.Type, entry.Diagnosis)
	events, err := api.ListEvents(ctx, client.ListEventsParams{})
	must(events, err)
	fmt.Println("event", events.(*client.EventPageHeaders).Response.Data[0].Event)
	deliveries, err := api.ListDeliveries(ctx, client.ListDeliveriesParams{ID: webhookID})
	must(deliveries, err)
	delivery := deliveries.(*client.DeliveryPageHeaders).Response.Data[0]
	fmt.Println("delivery", delivery.Event, delivery.State)
	refused, err := api.GetDomain(ctx, client.GetDomainParams{ID: unknownID})
	must(refused, err)
	body := refused.(*client.ResourceNotFoundResponseHeaders).Response
	fmt.Println("refused", 404, body.Error.Code)
}

func must(_ any, err error) {
	if err != nil {
		panic(err)
	}
}
