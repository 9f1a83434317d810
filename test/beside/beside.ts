import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startLocalService } from '../../src/localService/server.ts';
import { stageExtension } from '../harness/buildExtension.ts';
import { launchChromium } from '../harness/chromium.ts';
import { REPOSITORY } from '../harness/paths.ts';
import { longStep } from '../harness/progress.ts';
import { copySample } from '../harness/sampleCopy.ts';
import { NEWEST } from '../harness/vscode/versions.ts';
import { startVscode } from '../harness/vscode/vscodeServer.ts';
import { openWorkbench, type Theme } from '../harness/vscode/workbench.ts';
import { SCENES, takePictures, WIDTHS } from './pictures.ts';
import { readSamples, replyWithSamples } from './sampleReplies.ts';

const THEMES: readonly Theme[] = ['dark', 'light', 'highContrast', 'highContrastLight'];

const USAGE = `npm run beside [-- options]: opens the panel beside VS Code's own chat view, where a stub passes questions on
to the same local service. Ask the same question in both. Some questions name a reply:
  ${SCENES.map(({ name }) => name).join(', ')}
  --pictures <folder>   save screenshots of both with these replies instead
  --only <names>        with --pictures: only these of the names above, separated by commas
  --themes <names>      with --pictures: some of ${THEMES.join(', ')}
  --widths <px>         with --pictures: some of ${WIDTHS.join(', ')}
  --font-size <px>      font size of both`;

const { values } = parseArgs({
  options: {
    pictures: { type: 'string' },
    only: { type: 'string', default: SCENES.map(({ name }) => name).join() },
    themes: { type: 'string', default: THEMES.join() },
    widths: { type: 'string', default: WIDTHS.join() },
    'font-size': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  console.log(USAGE);
  process.exit();
}

const service = await startLocalService({ intercept: replyWithSamples(await readSamples()) });
const { baseUrl, keys } = service;
const extension = await longStep('Building the extension', () =>
  stageExtension({ developmentConnection: { baseUrl, apiKey: keys.active } }),
);
const sample = await copySample();
const fontSize = values['font-size'] === undefined ? undefined : Number(values['font-size']);
const vscode = await startVscode({
  version: NEWEST,
  extensions: [join(REPOSITORY, 'test/beside/stub')],
  settings: {
    'assistant.model': 'assistant-sonnet-4',
    // Its list of conversations takes half of the view.
    'chat.viewSessions.enabled': false,
    'workbench.secondarySideBar.defaultVisibility': 'visible',
    ...(fontSize !== undefined && {
      'assistant.fontSize': fontSize,
      'chat.fontSize': fontSize,
      'chat.editor.fontSize': fontSize,
      'editor.fontSize': fontSize,
    }),
  },
  env: { BESIDE_BASE_URL: baseUrl, BESIDE_API_KEY: keys.active },
});
const payload = [['extensionDevelopmentPath', vscode.remoteUri(extension.path)]] as const;
if (values.pictures === undefined) {
  console.log(`\nOpen this address in a browser:\n  ${vscode.url(sample.folder, payload)}`);
  console.log('Press Ctrl+C here to stop everything.');
} else {
  const browser = await launchChromium();
  const workbench = await openWorkbench({ vscode, browser, folder: sample.folder, payload });
  try {
    await takePictures(workbench, {
      folder: values.pictures,
      scenes: SCENES.filter(({ name }) => values.only.split(',').includes(name)),
      themes: THEMES.filter((theme) => values.themes.split(',').includes(theme)),
      widths: WIDTHS.filter((width) => values.widths.split(',').includes(String(width))),
    });
  } catch (error) {
    console.error(`Screenshot, console and logs: ${await workbench.saveDiagnostics('beside')}`);
    throw error;
  } finally {
    await browser.close();
    await vscode.stop();
    await service.close();
  }
}
