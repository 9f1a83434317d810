import { test } from 'node:test';
import { openWorkbench } from '../../harness/vscode/workbench.ts';
import { endToEnd } from '../fixture.ts';
import { Person } from '../person.ts';

/** Two windows in which the extension runs in the browser, where VS Code reports no changes of the other’s files. */
const e2e = endToEnd({
  settings: () => ({ 'remote.extensionKind': { 'assistant.assistant-chat': ['web'] } }),
});
const person = new Person(e2e);

test('two windows that show one conversation show each other’s turns when they get the focus', async () => {
  await person.connect();
  await person.ask('From the first window?');
  await person.replyFinished(1);
  const second = await openWorkbench({
    vscode: e2e.vscode,
    browser: e2e.browser,
    folder: e2e.folder,
    beside: e2e.workbench,
  });
  await second.ready();
  const other = new Person({
    vscode: e2e.vscode,
    browser: e2e.browser,
    folder: e2e.folder,
    workbench: second,
    service: e2e.service,
  });
  await second.showPanel();
  await other.lastQuestion.getByText('From the first window?').waitFor();
  await other.ask('From the second window?');
  await other.replyFinished(2);
  await e2e.workbench.leaveAndComeBack();
  await person.panel.getByText('From the second window?').first().waitFor();
  await person.ask('And back?');
  await person.replyFinished(3);
  await second.leaveAndComeBack();
  await other.panel.getByText('And back?').first().waitFor();
});
