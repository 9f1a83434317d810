import { omitUndefined } from '../../base/omitUndefined.ts';
import { CATALOGUE } from '../../contract/catalogue.ts';
import type { Model } from '../../contract/model.ts';

/** A model as shown to the user: the service's data, completed from the catalogue. */
export interface ModelInfo {
  id: string;
  description?: string;
  /** Tokens. */
  contextWindow?: number;
}

export function toModelInfo(model: Model): ModelInfo {
  const known = CATALOGUE.find((entry) => entry.id === model.id);
  const description = model.description || known?.description;
  const contextWindow = model.context_window ?? known?.context_window;
  return {
    id: model.id,
    ...omitUndefined({ description, contextWindow }),
  };
}

/** The catalogue's model for general use. */
const DEFAULT_MODEL_ID = 'assistant-sonnet-4';

/** The model to use if the user has chosen none: the one for general use, or the first. */
export function defaultModel(models: readonly ModelInfo[]): ModelInfo | undefined {
  return models.find((model) => model.id === DEFAULT_MODEL_ID) ?? models[0];
}
