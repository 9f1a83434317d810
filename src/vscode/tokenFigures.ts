import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Sample } from '../core/tokens/fitRates.ts';
import { ModelMeter } from '../core/tokens/modelMeter.ts';

const KEY = 'tokenFigures';
const MOST_MODELS = 12;

/** Of each sample the measure and, behind it, the tokens. */
const keptSchema = z.array(
  z.object({
    origin: z.string(),
    model: z.string(),
    samples: z.array(z.array(z.number())),
    errors: z.array(z.number()),
  }),
);
type Kept = z.infer<typeof keptSchema>;

/** What was learnt of models: figures alone, kept on this machine, of the models that answered last. */
export class TokenFigures {
  readonly #state: vscode.Memento;
  readonly #meters = new Map<string, ModelMeter>();

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** A model of which nothing is known begins as the last one of its address. */
  of(origin: string, model: string): ModelMeter {
    const key = JSON.stringify([origin, model]);
    const known = this.#meters.get(key);
    if (known !== undefined) {
      return known;
    }
    const kept = this.#read().filter((each) => each.origin === origin);
    const own = kept.find((each) => each.model === model);
    const other = kept.find((each) => each.model !== model);
    const meter = new ModelMeter({ samples: samplesOf(own), errors: own?.errors ?? [] }, samplesOf(other));
    this.#meters.set(key, meter);
    return meter;
  }

  /** Another window may have kept others meanwhile: those stay. */
  keep(origin: string, model: string): void {
    const { samples, errors } = this.of(origin, model).figures;
    const own = {
      origin,
      model,
      samples: samples.map(({ measure, tokens }) => [...measure, tokens]),
      errors: [...errors],
    };
    const others = this.#read().filter((each) => each.origin !== origin || each.model !== model);
    void this.#state.update(KEY, [own, ...others].slice(0, MOST_MODELS));
  }

  #read(): Kept {
    const parsed = keptSchema.safeParse(this.#state.get(KEY));
    return parsed.success ? parsed.data : [];
  }
}

function samplesOf(kept: Kept[number] | undefined): Sample[] {
  return (kept?.samples ?? []).map((figures) => ({
    measure: figures.slice(0, -1),
    tokens: figures.at(-1) ?? 0,
  }));
}
