/** At most one timer per name. */
export class Timers {
  readonly #running: Record<string, ReturnType<typeof setTimeout>> = {};

  start(name: string, milliseconds: number, act: () => void): void {
    this.end(name);
    this.#running[name] = setTimeout(act, milliseconds);
  }
  end(name: string): void {
    clearTimeout(this.#running[name]);
  }
  endAll(): void {
    for (const name in this.#running) this.end(name);
  }
}
