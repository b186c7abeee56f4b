import { ACTOR_WORDS, VERDICT_TITLES } from '../../../copy/en/dashboard-words.ts';
import type { Actor } from '../api/domains.ts';
import { Icon, type IconName } from './icons.tsx';
import { Shown } from './text/text.tsx';

type Tone = 'good' | 'bad' | 'customer' | 'wait';
const ICONS: Record<Tone, IconName> = { good: 'good', bad: 'you', customer: 'customer', wait: 'wait' };

/** Its colour says who has to act; the words beside it say so too. */
export function toneOf({ code, actor }: { code: string; actor: string }): Tone {
  if (code === 'certificate_expired' || actor === 'integrator') return 'bad';
  if (actor === 'customer') return 'customer';
  return code === 'ok' ? 'good' : 'wait';
}

/** In a few words; of a code that this page does not know, the code. */
export function verdictTitle(code: string): string {
  return Object.hasOwn(VERDICT_TITLES, code) ? VERDICT_TITLES[code as keyof typeof VERDICT_TITLES] : code;
}

export function Verdict({ diagnosis }: { diagnosis: { code: string; actor: string } }) {
  const tone = toneOf(diagnosis);
  return (
    <span className={`verdict ${tone}`}>
      <Icon name={ICONS[tone]} />
      <Shown text={verdictTitle(diagnosis.code)} />
    </span>
  );
}

/** Who acts next; an unknown actor as the service names it. */
export function whoActs(actor: string): string {
  return Object.hasOwn(ACTOR_WORDS, actor) ? ACTOR_WORDS[actor as Actor].who : actor;
}
