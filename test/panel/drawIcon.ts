import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '../harness/chromium.ts';
import { REPOSITORY } from '../harness/paths.ts';

/** Renders media/icon.svg to media/icon.png, the extension's icon in the Marketplace. Run by hand. */
const media = join(REPOSITORY, 'media');
const svg = await readFile(join(media, 'icon.svg'), 'utf8');
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${svg}`);
await page.screenshot({ path: join(media, 'icon.png'), omitBackground: true });
await browser.close();
