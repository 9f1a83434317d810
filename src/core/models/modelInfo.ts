import { omitUndefined } from '../../base/omitUndefined.ts';
import { CATALOGUE } from '../../contract/catalogue.ts';
import type { Model } from '../../contract/model.ts';

/** A model as it is shown: the list's own words, completed by known facts where the list leaves them out. */
export interface ModelInfo {
  id: string;
  description?: string;
  /** tokens */
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

/** The catalogue's model for general use: the first choice of a person who has not chosen. */
const DEFAULT_MODEL_ID = 'assistant-sonnet-4';

/** The model to begin with, where the user has chosen none: that for general use, else the first listed. */
export function defaultModel(models: readonly ModelInfo[]): ModelInfo | undefined {
  return models.find((model) => model.id === DEFAULT_MODEL_ID) ?? models[0];
}
