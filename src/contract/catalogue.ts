/** A model of the documented catalogue, complete. */
export interface CatalogueModel {
  id: string;
  description: string;
  /** tokens */
  context_window: number;
}

/**
 * The five models that the interface documents (service interface: Catalogue). They fill in what a list
 * leaves out; which models there are is always the service's list to say.
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
