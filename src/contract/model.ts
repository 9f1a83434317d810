import * as z from 'zod/mini';

/**
 * One element of the list of models, as received: only the id is insisted on, since a list with a gap in it
 * is still a list to choose from. `context_window` is in tokens.
 */
export const modelSchema = z.object({
  id: z.string().check(z.minLength(1)),
  description: z.nullish(z.string()),
  context_window: z.nullish(z.number().check(z.int(), z.positive())),
});
export type Model = z.infer<typeof modelSchema>;

/** The body of `GET /models`. */
export const modelListSchema = z.object({ data: z.array(modelSchema) });
export type ModelList = z.infer<typeof modelListSchema>;

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
