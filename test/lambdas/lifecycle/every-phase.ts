import { Domain, type Phase } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { aDomain } from '../a-domain.ts';

const PHASES = Domain.def.options.map((variant) => variant.shape.phase.def.values[0] as Phase);

export const inEveryPhase = PHASES.map((phase) => [phase, aDomain(phase)] as const);
