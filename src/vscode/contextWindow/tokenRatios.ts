import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { within } from '../../base/numberSchemas.ts';
import { MAX_RATIO } from '../../core/contextWindow/tokenEstimate.ts';

const STORAGE_KEY = 'tokenRatios';
const MAX_MODELS = 12;

const savedSchema = z.array(
  z.object({
    origin: z.string(),
    model: z.string(),
    ratio: within({ min: 1 / MAX_RATIO, max: MAX_RATIO, isWhole: false }),
  }),
);
type Saved = z.infer<typeof savedSchema>;

/** The ratio learned for each of the models that replied last. What can't be read, as of an earlier version, is forgotten. */
export class TokenRatios {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  get(origin: string, model: string): number | undefined {
    return this.#read().find((each) => each.origin === origin && each.model === model)?.ratio;
  }

  set(origin: string, model: string, ratio: number): void {
    const others = this.#read().filter((each) => each.origin !== origin || each.model !== model);
    void this.#state.update(STORAGE_KEY, [{ origin, model, ratio }, ...others].slice(0, MAX_MODELS));
  }

  #read(): Saved {
    const parsed = savedSchema.safeParse(this.#state.get(STORAGE_KEY));
    return parsed.success ? parsed.data : [];
  }
}
