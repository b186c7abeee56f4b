import { ACTOR_WORDS, VERDICT_TITLES } from '../../../copy/en/dashboard-words.ts';
import type { Actor } from '../api/domains.ts';
import { Icon, type IconName } from './icons.tsx';
import { SafeText } from './text/text.tsx';

type Tone = 'good' | 'bad' | 'customer' | 'wait';
const ICONS: Record<Tone, IconName> = { good: 'good', bad: 'you', customer: 'customer', wait: 'wait' };

/** The colour shows who has to act, as the words beside it do. */
export function toneOf({ code, actor }: { code: string; actor: string }): Tone {
  if (code === 'certificate_expired' || actor === 'integrator') return 'bad';
  if (actor === 'customer') return 'customer';
  return code === 'ok' ? 'good' : 'wait';
}

/** A short title. An unknown code is its own title. */
export function verdictTitle(code: string): string {
  return Object.hasOwn(VERDICT_TITLES, code) ? VERDICT_TITLES[code as keyof typeof VERDICT_TITLES] : code;
}

export function Verdict({ diagnosis }: { diagnosis: { code: string; actor: string } }) {
  const tone = toneOf(diagnosis);
  return (
    <span className={`verdict ${tone}`}>
      <Icon name={ICONS[tone]} />
      <SafeText text={verdictTitle(diagnosis.code)} />
    </span>
  );
}

/** Who acts next. An unknown actor is shown as the service names it. */
export function whoActs(actor: string): string {
  return Object.hasOwn(ACTOR_WORDS, actor) ? ACTOR_WORDS[actor as Actor].who : actor;
}
