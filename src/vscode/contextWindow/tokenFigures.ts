import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { ModelMeter } from '../../core/contextWindow/modelMeter.ts';

const KEY = 'tokenRatios';
const MAX_MODELS = 12;

const keptSchema = z.array(
  z.object({
    origin: z.string(),
    model: z.string(),
    ratios: z.array(z.number()),
    errors: z.array(z.number()),
  }),
);
type Kept = z.infer<typeof keptSchema>;

/** What was learned of models: figures alone, kept on this machine, of the models that answered last. */
export class TokenFigures {
  readonly #state: vscode.Memento;
  readonly #meters = new Map<string, ModelMeter>();

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** A model of which nothing is known begins with the factor of the last one of its address. */
  of(origin: string, model: string): ModelMeter {
    const key = JSON.stringify([origin, model]);
    const known = this.#meters.get(key);
    if (known !== undefined) {
      return known;
    }
    const kept = this.#read().filter((each) => each.origin === origin);
    const own = kept.find((each) => each.model === model);
    const [other] = kept;
    const meter = new ModelMeter(own ?? (other && { ratios: [new ModelMeter(other).factor], errors: [] }));
    this.#meters.set(key, meter);
    return meter;
  }

  /** Another window may have kept others meanwhile: those stay. */
  keep(origin: string, model: string): void {
    const { ratios, errors } = this.of(origin, model).figures;
    const own = { origin, model, ratios, errors };
    const others = this.#read().filter((each) => each.origin !== origin || each.model !== model);
    void this.#state.update(KEY, [own, ...others].slice(0, MAX_MODELS));
  }

  #read(): Kept {
    const parsed = keptSchema.safeParse(this.#state.get(KEY));
    return parsed.success ? parsed.data : [];
  }
}
