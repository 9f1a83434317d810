export interface CatalogueModel {
  id: string;
  description: string;
  /** tokens */
  context_window: number;
}

/**
 * The five documented models (service interface: Catalogue of model identifiers). They fill in fields that the service's
 * list of models leaves out; which models are available is decided by that list alone.
 */
export const CATALOGUE: readonly CatalogueModel[] = [
  {
    id: 'assistant-opus-5',
    description: 'Complex reasoning, research, programming',
    context_window: 200_000,
  },
  { id: 'assistant-fable-5', description: 'Long documents, large codebases', context_window: 1_000_000 },
  { id: 'assistant-opus-4-8', description: 'Analysis, detailed reports', context_window: 200_000 },
  { id: 'assistant-sonnet-4', description: 'General use, chat, writing', context_window: 200_000 },
  { id: 'assistant-haiku', description: 'Quick tasks, real-time answers', context_window: 200_000 },
];
