import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

/** Something that was stored or shown, and where. */
export interface Leftover {
  readonly location: string;
  readonly content: string | Uint8Array;
}

/** All files below a folder, if there is one, without those that are removed meanwhile, as temporary ones are. */
export async function filesIn(folder: string): Promise<Leftover[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ignoreMissing);
  const files = await Promise.all(
    (entries ?? [])
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const location = join(parentPath, name);
        return { location, content: await readFile(location).catch(ignoreMissing) };
      }),
  );
  return files.flatMap(({ location, content }) => (content === undefined ? [] : [{ location, content }]));
}

/** Whether a file below a folder contains a text. */
export async function isInFiles(folder: string, text: string): Promise<boolean> {
  return (await filesIn(folder)).some(({ content }) => Buffer.from(content).includes(text));
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') {
    throw error;
  }
}

/** The browser storage of a page: localStorage, sessionStorage, cookies and all IndexedDB databases. */
export async function browserStorage(page: Page): Promise<Leftover[]> {
  const contents = await page.evaluate(async () => {
    const whenDone = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const found: [string, string][] = [
      ['localStorage', JSON.stringify(localStorage)],
      ['sessionStorage', JSON.stringify(sessionStorage)],
      ['cookies', document.cookie],
    ];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await whenDone(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const objects = database.transaction(store).objectStore(store);
        const keys = await whenDone(objects.getAllKeys());
        const values = await whenDone(objects.getAll());
        const text = values.map((value) => (value instanceof Uint8Array ? '' : value));
        found.push([`IndexedDB ${name} ${store}`, JSON.stringify([keys, text])]);
        const bytes = values.filter((value) => value instanceof Uint8Array);
        found.push([`IndexedDB ${name} ${store}, bytes as text`, bytes.map(decode).join('\n')]);
      }
      database.close();
    }
    return found;

    function decode(bytes: Uint8Array): string {
      return new TextDecoder('latin1').decode(bytes);
    }
  });
  return contents.map(([location, content]) => ({ location, content }));
}

/** Records all text and attributes that the document of an element shows from now on, however briefly. */
export async function watchDocument(element: Locator): Promise<void> {
  await element.evaluate(({ ownerDocument }) => {
    const shown = new Set<string>([ownerDocument.documentElement.outerHTML]);
    const isStyle = (node: Node): boolean => node instanceof HTMLStyleElement || node === ownerDocument.head;
    const record = (records: readonly MutationRecord[]): void => {
      const changed = new Set<Node>();
      // VS Code writes its style sheets, which are long, again and again.
      for (const { target, attributeName, addedNodes } of records.filter((one) => !isStyle(one.target))) {
        for (const node of addedNodes) {
          shown.add(node instanceof Element ? node.outerHTML : (node.textContent ?? ''));
        }
        if (attributeName === null) {
          changed.add(target);
        } else if (target instanceof Element) {
          shown.add(target.getAttribute(attributeName) ?? '');
        }
      }
      for (const { textContent } of changed) {
        shown.add(textContent ?? '');
      }
    };
    new MutationObserver(record).observe(ownerDocument, {
      attributes: true,
      characterData: true,
      childList: true,
      subtree: true,
    });
    Object.assign(ownerDocument, { shown });
  });
}

/** What `watchDocument` has recorded, and what the document contains now. */
export async function recordedContent(element: Locator): Promise<string> {
  return element.evaluate(({ ownerDocument }) => {
    const { shown } = ownerDocument as Document & { shown?: Set<string> };
    if (shown === undefined) {
      throw new Error('The document was reloaded, so the record is incomplete');
    }
    return [...shown, ownerDocument.documentElement.outerHTML].join('\n');
  });
}
