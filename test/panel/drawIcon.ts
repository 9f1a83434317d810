import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '../harness/chromium.ts';
import { REPOSITORY } from '../harness/paths.ts';

/** Draws media/icon.png, the extension's picture in the marketplace, from media/icon.svg. Run by hand. */
const media = join(REPOSITORY, 'media');
const drawing = await readFile(join(media, 'icon.svg'), 'utf8');
const browser = await launchChromium();
const page = await browser.newPage({ viewport: { width: 128, height: 128 } });
await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`);
await page.screenshot({ path: join(media, 'icon.png'), omitBackground: true });
await browser.close();
