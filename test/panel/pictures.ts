import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '../harness/chromium.ts';
import { testFolder } from '../harness/paths.ts';
import { openPanel } from './panelPage.ts';
import { startPanelServer } from './panelServer.ts';
import { SCENES } from './scenes.ts';
import { THEME_KINDS } from './themes.ts';

/**
 * Takes screenshots of the panel in each scene, theme and width into artefacts/panel of the test folder, for review by
 * eye. Run it as `node test/panel/pictures.ts [scene] [theme] [width]`.
 */
const [onlyScene, onlyTheme, onlyWidth] = process.argv.slice(2);
const folder = join(testFolder(), 'artefacts/panel');
await mkdir(folder, { recursive: true });
const server = await startPanelServer();
const browser = await launchChromium();
for (const [scene, messages] of Object.entries(SCENES)) {
  for (const theme of THEME_KINDS) {
    for (const width of [200, 340, 800]) {
      const isWanted =
        (onlyScene ?? scene) === scene &&
        (onlyTheme ?? theme) === theme &&
        Number(onlyWidth ?? width) === width;
      if (isWanted) {
        const panel = await openPanel({ server, browser, theme, width, height: 800 });
        await panel.receive(...messages());
        await panel.page.evaluate(() => document.fonts.ready);
        await panel.untilDrawn();
        await panel.page.screenshot({ path: join(folder, `${scene}-${theme}-${width}.png`) });
        if (panel.errors.length > 0) {
          console.error(scene, theme, width, panel.errors);
        }
        await panel.close();
      }
    }
  }
}
await browser.close();
await server.close();
