import type { OverflowView } from '../../../src/protocol/contextWindow.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { said } from '../../support/said.ts';
import { equal, ok, until } from '../assert.ts';
import { connect, replyText, sendQuestion } from '../extensionAccess.ts';
import { lastQuestion, setWindow } from '../testService.ts';

export const MODEL = 'assistant-haiku';
export const LARGER_MODEL = 'assistant-opus-4-8';
const OTHER_MODELS = ['assistant-opus-5', 'assistant-fable-5', 'assistant-sonnet-4'];
export const DEFAULT_WINDOW_TOKENS = 200_000;
/** About 1,400 tokens. */
export const LONG_TEXT = 'What does it do with the lines? '.repeat(174);
export const LINES = Array.from({ length: 400 }, (_, index) => `const value${index} = ${index};`);

export async function setWindows(
  found: TestAccess,
  tokens: number,
  larger = DEFAULT_WINDOW_TOKENS,
): Promise<void> {
  await setWindow(MODEL, tokens);
  await setWindow(LARGER_MODEL, larger);
  await found.models.list(new AbortController().signal);
}

/** Sets the other models too, so that only LARGER_MODEL has a larger window. */
export async function setAllWindows(found: TestAccess, tokens: number, larger = tokens): Promise<void> {
  for (const id of OTHER_MODELS) {
    await setWindow(id, tokens);
  }
  await setWindows(found, tokens, larger);
}

/** Asks `count` long questions of MODEL. */
export async function askQuestions(count: number): Promise<TestAccess> {
  const found = await connect();
  await setWindows(found, DEFAULT_WINDOW_TOKENS);
  found.models.chooseForConversation(MODEL);
  for (let index = 1; index <= count; index++) {
    equal(
      await sendQuestion(found.pipeline, { text: `Question ${index}: ${LONG_TEXT}`, attachments: [] }),
      undefined,
    );
    await replyText(found);
  }
  return found;
}

export async function waitForNotice({ overflowGuard }: TestAccess): Promise<OverflowView> {
  const view = await until(
    () => overflowGuard.view,
    (there) => there !== undefined,
  );
  ok(view, 'No notice is shown');
  return view;
}

export async function waitForNoNotice({ overflowGuard }: TestAccess): Promise<void> {
  await until(
    () => overflowGuard.view,
    (there) => there === undefined,
  );
}

/** Makes the choice whose label starts with `label`. @returns why the question still does not fit */
export async function chooseRemedy(found: TestAccess, label: string): Promise<string | undefined> {
  const view = await until(
    () => found.overflowGuard.view,
    (there) => there?.choices.some((choice) => choice.label.startsWith(label)) === true,
  );
  const choice = view?.choices.find((each) => each.label.startsWith(label));
  ok(view && choice, `${label} is not offered`);
  return said(await found.overflowGuard.choose(view.noticeId, choice.kind));
}

/** Like `chooseRemedy`, but the question must fit afterwards. */
export async function chooseAndFit(found: TestAccess, label: string): Promise<void> {
  equal(await chooseRemedy(found, label), undefined);
}

export function choiceKinds({ overflowGuard }: TestAccess): string[] | undefined {
  return overflowGuard.view?.choices.map(({ kind }) => kind);
}

/** First words of the questions that are left out. */
export function leftOutQuestions({ conversations }: TestAccess): string[] {
  return conversations.current.conversation.turns.flatMap((turn) =>
    turn.kind === 'user' && turn.isLeftOut ? [turn.text.slice(0, 10)] : [],
  );
}

/** First words of the questions in the last request. */
export async function questionsSent(): Promise<string[]> {
  const { messages } = await lastQuestion();
  return messages.filter(({ role }) => role === 'user').map(({ content }) => content.slice(0, 10));
}
