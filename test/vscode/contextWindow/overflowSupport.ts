import type { OverflowView } from '../../../src/protocol/contextWindow.ts';
import type { TestAccess } from '../../../src/vscode/testAccess.ts';
import { equal, ok, until } from '../assert.ts';
import { connect, replyText } from '../extensionAccess.ts';
import { lastQuestion, setWindow } from '../testService.ts';

export const MODEL = 'assistant-haiku';
export const LARGER = 'assistant-opus-4-8';
const OTHERS = ['assistant-opus-5', 'assistant-fable-5', 'assistant-sonnet-4'];
export const USUAL_WINDOW = 200_000;
/** About 1,000 tokens. */
export const LONG = 'What does it do with the lines? '.repeat(140);
export const LINES = Array.from({ length: 400 }, (_, index) => `const value${index} = ${index};`);

export async function setWindows(found: TestAccess, tokens: number, larger = USUAL_WINDOW): Promise<void> {
  await setWindow(MODEL, tokens);
  await setWindow(LARGER, larger);
  await found.models.list(new AbortController().signal);
}

/** Of the other models too, so that none but the larger one has a larger window. */
export async function setAllWindows(found: TestAccess, tokens: number, larger = tokens): Promise<void> {
  for (const id of OTHERS) {
    await setWindow(id, tokens);
  }
  await setWindows(found, tokens, larger);
}

/** A conversation with the model whose window is to be small, in which so many long questions were asked. */
export async function asked(count: number): Promise<TestAccess> {
  const found = await connect();
  await setWindows(found, USUAL_WINDOW);
  found.models.chooseForConversation(MODEL);
  for (let index = 1; index <= count; index++) {
    equal(await found.pipeline.send({ text: `Question ${index}: ${LONG}`, attachments: [] }), undefined);
    await replyText(found);
  }
  return found;
}

export async function shown({ overflowGuard }: TestAccess): Promise<OverflowView> {
  const view = await until(
    () => overflowGuard.view,
    (there) => there !== undefined,
  );
  ok(view, 'There is no notice');
  return view;
}

export async function gone({ overflowGuard }: TestAccess): Promise<void> {
  await until(
    () => overflowGuard.view,
    (there) => there === undefined,
  );
}

/** Makes the choice whose words begin so. @returns why it does not fit still */
export async function press(found: TestAccess, label: string): Promise<string | undefined> {
  const view = await until(
    () => found.overflowGuard.view,
    (there) => there?.choices.some((choice) => choice.label.startsWith(label)) === true,
  );
  const choice = view?.choices.find((each) => each.label.startsWith(label));
  ok(view && choice, `${label} is not offered`);
  return found.overflowGuard.choose(view.noticeId, choice.kind);
}

/** The same where it fits then. */
export async function choose(found: TestAccess, label: string): Promise<void> {
  equal(await press(found, label), undefined);
}

export function kinds({ overflowGuard }: TestAccess): string[] | undefined {
  return overflowGuard.view?.choices.map(({ kind }) => kind);
}

/** The questions of the conversation that are left out, by their first words. */
export function leftOut({ conversations }: TestAccess): string[] {
  return conversations.current.conversation.turns.flatMap((turn) =>
    turn.kind === 'user' && turn.isLeftOut ? [turn.text.slice(0, 10)] : [],
  );
}

/** The questions that arrived, by their first words. */
export async function questionsSent(): Promise<string[]> {
  const { messages } = await lastQuestion();
  return messages.filter(({ role }) => role === 'user').map(({ content }) => content.slice(0, 10));
}
