import { before, describe, test } from 'node:test';
import type { Theme } from '../harness/workbench.ts';
import { endToEnd } from './fixture.ts';
import { Person } from './person.ts';

/** Pictures for people to look at: every theme kind, narrow and wide. They fail only if a state can't be reached. */
const e2e = endToEnd();
const person = new Person(e2e);

const THEMES: readonly Theme[] = ['light', 'dark', 'highContrast', 'highContrastLight'];
const WIDTHS = [200, 340, 800] as const;

async function inEveryTheme(name: string): Promise<void> {
  for (const theme of THEMES) {
    await e2e.workbench.setTheme(theme);
    await e2e.workbench.screenshot(`${name}-${theme}`);
  }
}

describe('pictures', () => {
  test('of the panel before the first connection', async () => {
    await e2e.workbench.showPanel();
    await person.panel.getByRole('button', { name: 'Connect' }).waitFor();
    await inEveryTheme('not-connected');
  });

  describe('of a connected panel', () => {
    before(() => person.connect());

    test('without a conversation', () => inEveryTheme('empty'));

    test('with a conversation, at every width', async () => {
      await person.askAbout('duration.ts', 3, 11, 'Why does this refuse “5 s”?');
      await person.replyFinished(1);
      await e2e.workbench.setTheme('dark');
      await e2e.workbench.setPanelWidth(440);
      await e2e.workbench.screenshot('readme');
      await person.ask('And “1 h 30 m”?');
      await person.replyFinished(2);
      for (const theme of THEMES) {
        await e2e.workbench.setTheme(theme);
        for (const width of WIDTHS) {
          await e2e.workbench.setPanelWidth(width);
          await e2e.workbench.screenshot(`conversation-${theme}-${width}`);
        }
      }
    });

    test('with a long reply that streams', async () => {
      await e2e.workbench.setPanelWidth(340);
      e2e.service.setLatency(20);
      await person.newChat();
      await person.ask('Write.\n\n!long 3000');
      await person.lastReply.locator('table').first().waitFor();
      await e2e.workbench.screenshot('streaming');
      await person.panel.getByRole('button', { name: 'Stop' }).click();
      await person.lastReply.getByText('Stopped').waitFor();
      e2e.service.setLatency(0);
    });

    test('with trouble', async () => {
      await person.newChat();
      // Two that are not asked again by themselves.
      for (const status of [401, 403]) {
        e2e.service.failNext(status);
        await person.ask('Why?');
        await person.lastReply.getByRole('alert').waitFor();
      }
      await inEveryTheme('trouble');
    });
  });
});
