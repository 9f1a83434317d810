import * as vscode from 'vscode';
import {
  type AskAboutHiddenText,
  confirmHiddenText,
  confirmVisibleText,
} from '../../src/vscode/hiddenText.ts';
import { equal, ok } from './assert.ts';

const HOSTILE = 'a\n/* \u202e} */\nb\u200b\u200b';

/** Stands in for the user: gives every question the same answer and records the questions. */
function stubUser(answer: Awaited<ReturnType<AskAboutHiddenText>>): {
  ask: AskAboutHiddenText;
  questions: string[];
} {
  const questions: string[] = [];
  return {
    questions,
    ask: async (message, detail) => {
      questions.push(`${message} ${detail}`);
      return answer;
    },
  };
}

describe('confirmation of hidden characters', () => {
  it('is skipped if all characters are visible or needed by scripts and emoji', async () => {
    const { ask, questions } = stubUser(undefined);
    const text = 'می\u200cخواهم\n\t\u{1f468}\u200d\u{1f469}';
    equal(await confirmHiddenText(text, 'code', ask), text);
    equal(questions.length, 0);
  });

  it('lists them with their lines, and removes or inserts them as the user chooses', async () => {
    const { ask, questions } = stubUser('without');
    equal(await confirmHiddenText(HOSTILE, 'code', ask), 'a\n/* } */\nb');
    ok(questions[0]?.includes('3 hidden characters'), `Said: ${questions[0]}`);
    ok(questions[0]?.includes('U+202E on line 2, U+200B on line 3\n'), `Said: ${questions[0]}`);
    equal(await confirmHiddenText(HOSTILE, 'code', stubUser('asIs').ask), HOSTILE);
  });

  it('asks about blanks of code that are none, and makes plain ones of them', async () => {
    const code = '\u00a0\u00a0return\u3000x; // \u00ab\u202fa\u202f\u00bb';
    const { ask, questions } = stubUser('without');
    equal(await confirmHiddenText(code, 'code', ask), '  return x; // \u00ab a \u00bb');
    ok(questions[0]?.includes('U+00A0 on line 1'), `Said: ${questions[0]}`);
    ok(questions[0]?.endsWith('In place of blanks, plain ones are inserted.'), `Said: ${questions[0]}`);
    equal(await confirmHiddenText(code, 'other', ask), code);
    equal(questions.length, 1);
  });

  it('inserts nothing if the user cancels', async () => {
    equal(await confirmHiddenText(HOSTILE, 'code', stubUser(undefined).ask), undefined);
  });

  it('lists only the first five if there are more', async () => {
    const { ask, questions } = stubUser(undefined);
    await confirmHiddenText('\u200b\n'.repeat(1000), 'code', ask);
    ok(questions[0]?.includes('1000 hidden characters'), `Said: ${questions[0]}`);
    ok(questions[0]?.includes('U+200B on line 5, …'), `Said: ${questions[0]}`);
  });

  /** Buttons of the dialog for a text. The stub presses the first one. */
  async function buttonsFor(confirm: typeof confirmHiddenText, text: string): Promise<readonly unknown[]> {
    const shown = vscode.window.showWarningMessage;
    let shownWith: unknown[] = [];
    const answer = (async (...args: unknown[]) => {
      shownWith = args;
      return 'Remove and Insert';
    }) as typeof shown;
    Object.assign(vscode.window, { showWarningMessage: answer });
    try {
      equal(await confirm(text, 'code'), 'a');
    } finally {
      Object.assign(vscode.window, { showWarningMessage: shown });
    }
    ok(JSON.stringify(shownWith).includes('"modal":true'), JSON.stringify(shownWith));
    return shownWith.slice(2);
  }

  it('is a modal dialog that offers to remove them or to insert them as they are', async () => {
    equal(await buttonsFor(confirmHiddenText, 'a\u00ad'), ['Remove and Insert', 'Insert As Is']);
  });

  it('offers only to remove them if they would go into a terminal', async () => {
    equal(await buttonsFor(confirmVisibleText, 'a\u001b'), ['Remove and Insert']);
  });
});
