/** About one frame: more often nobody can see, less often text seems to jump. ms */
const FRAME = 16;

/** Collects the text by which a reply grows and hands it on about once a frame, in order. */
export class DeltaBatch {
  readonly #send: (turnId: string, text: string) => void;
  #turnId = '';
  #parts: string[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (turnId: string, text: string) => void) {
    this.#send = send;
  }

  add(turnId: string, text: string): void {
    if (turnId !== this.#turnId) {
      this.flush();
      this.#turnId = turnId;
    }
    this.#parts.push(text);
    this.#timer ??= setTimeout(() => this.flush(), FRAME);
  }

  /** Hands on what is there: before anything that must come after it. */
  flush(): void {
    const text = this.discard();
    if (text !== '') {
      this.#send(this.#turnId, text);
    }
  }

  /** Forgets what is there, since a whole picture is to be sent that has it already. */
  discard(): string {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    return this.#parts.splice(0).join('');
  }
}
