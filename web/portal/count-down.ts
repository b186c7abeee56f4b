let ticking: number | undefined;
let counted: HTMLElement | undefined;

/** Shows a sentence with a countdown of seconds, and removes it at the end. Screen readers announce only its beginning. */
export function countDown(place: HTMLElement, sentence: string): void {
  const until = Date.now() + secondsIn(sentence) * 1000;
  clearInterval(ticking);
  counted = place;
  place.textContent = sentence;
  ticking = setInterval(() => {
    const left = Math.ceil((until - Date.now()) / 1000);
    place.ariaLive = 'off';
    place.textContent = left > 0 ? sentence.replace(/\d+/, String(left)) : '';
    if (left <= 0) clearInterval(ticking);
  }, 1000);
}

/** Another message takes this place. */
export function endCountDown(place: HTMLElement): void {
  if (counted !== place) return;
  clearInterval(ticking);
  place.ariaLive = null;
}

export function secondsIn(sentence: string): number {
  return Number(/\d+/.exec(sentence)?.[0] ?? 0);
}
