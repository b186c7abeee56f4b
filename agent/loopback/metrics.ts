/** Facts for monitoring. Instants are in milliseconds since 1970. */
export interface AgentFacts {
  certificates: number;
  soonestExpiryMs: number | undefined;
  /** Stored, and not yet seen served by the web server. */
  unconfirmed: number;
  lastAnswerMs: number | undefined;
  reloadFailures: number;
  /** Challenge lookups sent to the service; challenges answered without it. */
  challengeQuestions: number;
  challengesRefused: number;
}

/** Prometheus text format without hostnames, because any process on this machine can read it. Unknown values are omitted. */
export function metricsText(facts: AgentFacts): string {
  const metrics = [
    ['certificates', 'gauge', 'Certificates that this machine holds.', facts.certificates],
    ['certificates_unconfirmed', 'gauge', 'Certificates that the web server has not been seen serving.', facts.unconfirmed],
    ['soonest_expiry_timestamp_seconds', 'gauge', 'When the first of them ends.', seconds(facts.soonestExpiryMs)],
    ['last_answer_timestamp_seconds', 'gauge', 'When the service last answered a poll.', seconds(facts.lastAnswerMs)],
    ['reload_failures_total', 'counter', 'Reload commands that failed.', facts.reloadFailures],
    ['challenge_questions_total', 'counter', 'Questions to the service about challenges.', facts.challengeQuestions],
    ['challenges_refused_total', 'counter', 'Challenges of hostnames or with tokens that nobody knows.', facts.challengesRefused],
  ] as const;
  return metrics
    .filter(([, , , value]) => value !== undefined)
    .map(
      ([name, type, help, value]) =>
        `# HELP cps_agent_${name} ${help}\n# TYPE cps_agent_${name} ${type}\ncps_agent_${name} ${value}\n`,
    )
    .join('');
}

function seconds(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : ms / 1000;
}
