import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ActionError } from '../../../../src/vscode/actionResult.ts';
import { useStubVsCode } from '../../../support/useStubVsCode.ts';

useStubVsCode();
const { AskingWindow, exchange, RecordingService } = await import('./askingWindow.ts');
const { window: stubWindow } = await import('../../../support/stubVsCode.ts');
const { failed } = await import('../../../../src/vscode/actionResult.ts');
const { t } = await import('../../../../src/vscode/uiText.ts');
const { SelectionEdits } = await import('../../../../src/vscode/asking/selectionEdits.ts');
const { said } = await import('../../../support/said.ts');

const service = new RecordingService();

before(() => service.start());
after(() => service.stop());

test('the review of a reply is only offered while the chat has the focus, or if another tab is shown by then, and else opens without taking it', async (context) => {
  const window = new AskingWindow(service.baseUrl, exchange('finished'));
  const { services, background, session } = window;
  const opened: unknown[] = [];
  const focus = { hasFocus: true };
  let hasHiddenCode = false;
  const whyNot: (ActionError | undefined)[] = [];
  const edits = new SelectionEdits({
    ...services,
    backgroundQuestions: background,
    askedSelections: {
      track: async () => undefined,
      anchors: (async () => ({ pathOf: () => 'a.ts' })) as never,
    },
    // Stands for the reviews, which need VS Code's editors.
    editing: (async () => ({
      reviews: {
        find: () => ({
          uri: 'the review',
          about: { source: { conversation: session.conversation.id, turnId: session.lastReply?.id } },
        }),
      },
      whyNotProposed: async () => whyNot.shift(),
      hasHiddenCode: () => hasHiddenCode,
      propose: async (_session: unknown, _reply: unknown, options: unknown) => void opened.push(options),
    })) as never,
    ui: { focus } as never,
  });
  try {
    const offer = await edits.regenerate(undefined);
    assert.match(said(offer) ?? '', /is ready/);
    assert.deepEqual(opened, []);
    assert.ok(offer?.kind === 'info');
    await offer.button?.run();
    assert.deepEqual(opened.splice(0), [{ preserveFocus: false, replaces: 'the review' }]);
    focus.hasFocus = false;
    assert.equal(await edits.regenerate(undefined), undefined);
    assert.deepEqual(opened.splice(0), [{ preserveFocus: true, replaces: 'the review' }]);
    // The dialog would take the focus.
    hasHiddenCode = true;
    assert.match(said(await edits.regenerate(undefined)) ?? '', /is ready/);
    hasHiddenCode = false;
    const { tabGroups, withProgress } = stubWindow;
    context.after(() => Object.assign(stubWindow, { tabGroups }));
    context.mock.method(stubWindow, 'withProgress', (...asked: Parameters<typeof withProgress>) => {
      stubWindow.tabGroups = { activeTabGroup: { activeTab: 'another' } };
      return withProgress(...asked);
    });
    assert.match(said(await edits.regenerate(undefined)) ?? '', /is ready/);
    assert.deepEqual(opened, []);
    // Whether it can be written is asked before it is sent.
    const { length } = service.requests;
    whyNot.push(failed(t('Gone.')));
    assert.equal(await edits.regenerate(undefined), undefined);
    assert.deepEqual([opened, whyNot, service.requests.length], [[], [], length]);
  } finally {
    window.dispose();
  }
});
