import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { AppError } from '../errors/app-error.ts';

const WORDS = ERROR_MESSAGES.invalid_request;

/** The 400 of a body that is no JSON. */
export class BodyNotJson extends AppError {
  readonly #text: string;

  constructor(text: string) {
    super('invalid_request', WORDS.bodyNotJson);
    this.#text = text;
  }

  /**
   * The same with the place where it stops being JSON. The parser that finds it is large, and seldom needed: no cold start reads
   * it.
   */
  async located(): Promise<AppError> {
    const { jsonMistakeIn } = await import('./json-mistake.ts');
    const mistake = jsonMistakeIn(this.#text);
    return mistake ? new AppError(this.code, WORDS.bodyNotJsonAt(mistake)) : this;
  }
}
