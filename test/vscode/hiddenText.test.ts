import * as vscode from 'vscode';
import {
  type AskAboutHiddenText,
  confirmHiddenText,
  confirmVisibleText,
} from '../../src/vscode/hiddenText.ts';
import { equal, ok } from './assert.ts';

const HOSTILE = 'a\n/* \u202e} */\nb\u200b\u200b';

/** A person who answers every question alike, with what they were asked. */
function person(answer: Awaited<ReturnType<AskAboutHiddenText>>): {
  ask: AskAboutHiddenText;
  asked: string[];
} {
  const asked: string[] = [];
  return {
    asked,
    ask: async (message, detail) => {
      asked.push(`${message} ${detail}`);
      return answer;
    },
  };
}

describe('hidden characters on their way into a document', () => {
  it('asks nothing about a text that can be seen whole', async () => {
    const { ask, asked } = person(undefined);
    const text = 'می\u200cخواهم\n\t\u{1f468}\u200d\u{1f469}';
    equal(await confirmHiddenText(text, ask), text);
    equal(asked.length, 0);
  });

  it('says how many there are and where, and does as it is told', async () => {
    const { ask, asked } = person('without');
    equal(await confirmHiddenText(HOSTILE, ask), 'a\n/* } */\nb');
    ok(asked[0]?.includes('3 hidden characters'), `Said: ${asked[0]}`);
    ok(asked[0]?.includes('U+202E on line 2, U+200B on line 3\n'), `Said: ${asked[0]}`);
    equal(await confirmHiddenText(HOSTILE, person('asIs').ask), HOSTILE);
  });

  it('gives nothing when the question is put away', async () => {
    equal(await confirmHiddenText(HOSTILE, person(undefined).ask), undefined);
  });

  it('names a few of many', async () => {
    const { ask, asked } = person(undefined);
    await confirmHiddenText('\u200b\n'.repeat(1000), ask);
    ok(asked[0]?.includes('1000 hidden characters'), `Said: ${asked[0]}`);
    ok(asked[0]?.includes('U+200B on line 5, …'), `Said: ${asked[0]}`);
  });

  /** What the window offers for a text, where its first button is pressed. */
  async function offeredFor(place: typeof confirmHiddenText, text: string): Promise<readonly unknown[]> {
    const shown = vscode.window.showWarningMessage;
    let offered: unknown[] = [];
    const answer = (async (...question: unknown[]) => {
      offered = question;
      return 'Remove and Insert';
    }) as typeof shown;
    Object.assign(vscode.window, { showWarningMessage: answer });
    try {
      equal(await place(text), 'a');
    } finally {
      Object.assign(vscode.window, { showWarningMessage: shown });
    }
    ok(JSON.stringify(offered).includes('"modal":true'), JSON.stringify(offered));
    return offered.slice(2);
  }

  it('asks in a window of its own, and takes its buttons', async () => {
    equal(await offeredFor(confirmHiddenText, 'a\u00ad'), ['Remove and Insert', 'Insert As Is']);
  });

  it('offers nothing but to leave them out on the way to a terminal', async () => {
    equal(await offeredFor(confirmVisibleText, 'a\u001b'), ['Remove and Insert']);
  });
});
