import { MAX_DROPPED_FILES } from '../../protocol/limits.ts';
import { element, setChildren } from '../dom.ts';
import { textOf } from '../host.ts';
import { t } from '../l10n.ts';
import type { ViewDeps } from '../viewDeps.ts';

/**
 * Attaches files and folders dropped anywhere on the panel. VS Code lets a webview receive a drop only while Shift is
 * held; otherwise it opens the files.
 */
export class DropTarget {
  /** Overlay, visible while something is dragged over the panel. */
  readonly element = element('div', 'drop-overlay');
  readonly #deps: ViewDeps;

  constructor(deps: ViewDeps) {
    this.#deps = deps;
    this.element.hidden = true;
    this.element.ariaHidden = 'true';
    document.addEventListener('dragenter', (event) => this.#onDragOver(event));
    document.addEventListener('dragover', (event) => this.#onDragOver(event));
    document.addEventListener('dragleave', ({ relatedTarget }) => {
      if (relatedTarget === null) {
        this.element.hidden = true;
      }
    });
    // There is none during a drag. If the element below the pointer was removed, the end of the drag is not seen here.
    document.addEventListener('pointermove', () => {
      this.element.hidden = true;
    });
    document.addEventListener('drop', (event) => this.#onDrop(event));
  }

  #onDragOver(event: DragEvent): void {
    const { dataTransfer: dragged } = event;
    if (dragged === null || !mayContainFiles(dragged)) {
      return;
    }
    event.preventDefault();
    dragged.dropEffect = 'copy';
    const hint = event.shiftKey ? t('Drop to attach') : t('Hold Shift and drop to attach');
    setChildren(this.element, element('span', '', hint));
    this.element.hidden = false;
  }

  #onDrop(event: DragEvent): void {
    const { dataTransfer: dropped } = event;
    this.element.hidden = true;
    if (dropped === null || !mayContainFiles(dropped)) {
      return;
    }
    event.preventDefault();
    void this.#attach(readDroppedUris(dropped));
  }

  async #attach(uris: readonly string[]): Promise<void> {
    if (uris.length === 0) {
      this.#deps.ui.showStatus(
        t('Only files that are open or listed in VS Code can be attached. Open the file in VS Code first.'),
      );
    } else if (uris.length > MAX_DROPPED_FILES) {
      this.#deps.ui.showStatus(t('You can drop at most {0} files at once.', MAX_DROPPED_FILES));
    } else {
      this.#deps.ui.showStatus('');
      const result = await this.#deps.host.request({ type: 'attachDropped', uris: [...uris] });
      if (result !== undefined) {
        this.#deps.ui.showStatus(textOf(result));
      }
    }
  }
}

/** Types of VS Code's drag data, best first. Browsers convert them to lower case. */
const URI_LIST_TYPES = ['application/vnd.code.uri-list', 'text/uri-list'] as const;
const URI_ARRAY_TYPE = 'resourceurls';
const EDITORS_TYPE = 'codeeditors';
const FILE_TYPES: readonly string[] = [...URI_LIST_TYPES, URI_ARRAY_TYPE, EDITORS_TYPE, 'codefiles', 'files'];

/** Whether the drag may contain files, unlike text of the panel. Browsers reveal the data only on drop. */
function mayContainFiles({ types }: DataTransfer): boolean {
  return types.some((type) => FILE_TYPES.includes(type.toLowerCase()));
}

/** URIs of the dropped files. Empty if they come from outside VS Code. */
function readDroppedUris(dropped: DataTransfer): string[] {
  const lists = URI_LIST_TYPES.flatMap((type) => dropped.getData(type).split(/\r?\n/));
  const all = [...lists, ...readUriArray(dropped), ...readEditorUris(dropped)];
  const uris = all.map((uri) => uri.trim()).filter((uri) => /^[a-z][\w+.-]*:/i.test(uri));
  return [...new Set(uris)].filter((uri) => !/^https?:/i.test(uri));
}

function readUriArray(dropped: DataTransfer): string[] {
  return parseArray(dropped.getData(URI_ARRAY_TYPE)).filter((uri) => typeof uri === 'string');
}

function readEditorUris(dropped: DataTransfer): string[] {
  const editors = parseArray(dropped.getData(EDITORS_TYPE)) as ({ resource?: unknown } | null)[];
  return editors.map((editor) => editor?.resource).filter((uri) => typeof uri === 'string');
}

/** Empty for anything but a JSON array. */
function parseArray(json: string): unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
