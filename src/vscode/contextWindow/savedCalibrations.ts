import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { TokenCalibration } from '../../core/contextWindow/tokenCalibration.ts';

const STORAGE_KEY = 'tokenRatios';
const MAX_MODELS = 12;

const savedSchema = z.array(
  z.object({
    origin: z.string(),
    model: z.string(),
    ratios: z.array(z.number()),
    errors: z.array(z.number()),
  }),
);
type Saved = z.infer<typeof savedSchema>;

/** Persists the calibrations of the models that replied last. They contain only numbers. */
export class SavedCalibrations {
  readonly #state: vscode.Memento;
  readonly #calibrations = new Map<string, TokenCalibration>();

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** A model without data starts with the factor of the most recently used model of the same origin. */
  get(origin: string, model: string): TokenCalibration {
    const key = JSON.stringify([origin, model]);
    const known = this.#calibrations.get(key);
    if (known !== undefined) {
      return known;
    }
    const saved = this.#read().filter((each) => each.origin === origin);
    const own = saved.find((each) => each.model === model);
    const [other] = saved;
    const calibration = new TokenCalibration(
      own ?? (other && { ratios: [new TokenCalibration(other).factor], errors: [] }),
    );
    this.#calibrations.set(key, calibration);
    return calibration;
  }

  /** Preserves what other windows have saved for other models. */
  save(origin: string, model: string): void {
    const { ratios, errors } = this.get(origin, model).data;
    const own = { origin, model, ratios, errors };
    const others = this.#read().filter((each) => each.origin !== origin || each.model !== model);
    void this.#state.update(STORAGE_KEY, [own, ...others].slice(0, MAX_MODELS));
  }

  #read(): Saved {
    const parsed = savedSchema.safeParse(this.#state.get(STORAGE_KEY));
    return parsed.success ? parsed.data : [];
  }
}
