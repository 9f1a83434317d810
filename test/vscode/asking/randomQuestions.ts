import * as fc from 'fast-check';
import { ok } from '../assert.ts';

/** What a user may do before asking. Numbers are indices into the files or chips that exist at that moment. */
export type Step =
  | { do: 'open' | 'edit' | 'save' | 'attachFile' | 'fixProblem'; file: number }
  | { do: 'attachSelection' | 'editSelection'; file: number; from: number; to: number }
  | {
      do: 'attachFolder' | 'attachProblems' | 'addDefinitions' | 'toggleCurrentFile' | 'newUntitled' | 'copy';
    }
  | { do: 'runInTerminal' | 'attachLastCommand' | 'usePrompt' | 'askAndLeave' }
  | { do: 'detach'; chip: number };

const number = fc.nat({ max: 20 });
const arbitraryStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('open', 'edit', 'save', 'attachFile', 'fixProblem' as const),
    file: number,
  }),
  fc.record({
    do: fc.constantFrom('attachSelection', 'editSelection' as const),
    file: number,
    from: number,
    to: number,
  }),
  fc.record({
    do: fc.constantFrom(
      'attachFolder',
      'attachProblems',
      'addDefinitions',
      'toggleCurrentFile',
      'newUntitled',
      'copy',
      'runInTerminal',
      'attachLastCommand',
      'usePrompt',
      'askAndLeave' as const,
    ),
  }),
  fc.record({ do: fc.constant('detach' as const), chip: number }),
);

export interface Question {
  steps: readonly Step[];
  text: string;
}

/** Any question, after any steps. */
export const arbitraryQuestion: fc.Arbitrary<Question> = fc.record({
  steps: fc.array(arbitraryStep, { maxLength: 8 }),
  text: fc.string({ minLength: 1, maxLength: 40 }).map((text) => `Why? ${text}`),
});

export function pick<T>(among: readonly T[], index: number): T {
  const one = among[index % among.length];
  ok(one !== undefined, 'Nothing to choose from');
  return one;
}
