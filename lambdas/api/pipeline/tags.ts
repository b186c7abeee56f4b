export const TAGS = {
  Domains: 'Hostnames of your customers: their DNS records, their certificates, and what is in the way.',
  Servers: 'Where certificates are installed: machines of yours that run the agent, or a load balancer in your AWS account.',
  Webhooks: 'Where you are told what happens, and what became of it.',
  Events: 'What has happened in the last 30 days, as webhooks are told it.',
  'API keys': 'With what programs of yours call the API.',
  Audit: 'Who changed what.',
  Requests: 'What your programs asked of the API in the last 24 hours.',
  Reports: 'What happened, by day: for whoever has to answer for it.',
  Organization: 'Who you are, and what is left of your limits.',
} as const;
