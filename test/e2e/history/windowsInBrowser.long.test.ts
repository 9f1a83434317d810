import { test } from 'node:test';
import { endToEnd, secondWindow } from '../fixture.ts';
import { Person } from '../person.ts';
import { testDraftsOfTwoWindows } from '../twoWindows.ts';

/** Two windows in which the extension runs in the browser, where VS Code reports no changes of the other’s files. */
const e2e = endToEnd({
  settings: () => ({ 'remote.extensionKind': { 'assistant.assistant-chat': ['web'] } }),
});
const person = new Person(e2e);

test('two windows that show one conversation show each other’s turns when they get the focus', async () => {
  await person.connect();
  await person.ask('From the first window?');
  await person.replyFinished(1);
  const second = await secondWindow(e2e);
  const other = new Person(second);
  await other.lastQuestion.getByText('From the first window?').waitFor();
  await other.ask('From the second window?');
  await other.replyFinished(2);
  await e2e.workbench.leaveAndComeBack();
  await person.panel.getByText('From the second window?').first().waitFor();
  await person.ask('And back?');
  await person.replyFinished(3);
  await second.workbench.leaveAndComeBack();
  await other.panel.getByText('And back?').first().waitFor();
});

testDraftsOfTwoWindows(e2e, person);
