import { CATALOGUE, type Model } from '../contract/model.ts';

/** A model as it is shown: the list's own words, completed by known facts where the list leaves them out. */
export interface KnownModel {
  id: string;
  description?: string;
  /** tokens */
  contextWindow?: number;
}

export function completeModel(model: Model): KnownModel {
  const known = CATALOGUE.find((entry) => entry.id === model.id);
  const description = model.description || known?.description;
  const contextWindow = model.context_window ?? known?.context_window;
  return {
    id: model.id,
    ...(description !== undefined && { description }),
    ...(contextWindow !== undefined && { contextWindow }),
  };
}
