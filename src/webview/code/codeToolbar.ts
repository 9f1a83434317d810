import { isDiagramLanguage } from '../../core/code/infoString.ts';
import { aimOf } from '../../core/editing/blockAim.ts';
import { fitsDocument } from '../../core/editing/plan/fitsDocument.ts';
import type { BlockFileView } from '../../protocol/code.ts';
import type { CodeBlockAction } from '../../protocol/toHost.ts';
import type { ReplyTarget, RequestResult } from '../../protocol/toPanel.ts';
import { ActionButton, iconButton } from '../buttons.ts';
import { createMenuButton, type MenuItem } from '../createMenuButton.ts';
import { element } from '../dom.ts';
import { FrameTask } from '../frameTask.ts';
import { type IconName, icon } from '../icons.ts';
import { createRovingTabIndex, isMac } from '../keyboard.ts';
import { t } from '../l10n.ts';
import { codeActionNames, fileNames, type SelectedKind, targetNames } from './codeActionNames.ts';
import type { BlockFindings } from './replyFindings.ts';

interface CodeToolbarOptions {
  /** Accessible name. */
  label: string;
  /** Language of the fence, as written. */
  language: string;
  /** Among the code blocks of the reply; undefined in a rendered block, which is not compared. */
  position: number | undefined;
  /** Status line for results. */
  status: HTMLElement;
  run(action: CodeBlockAction): Promise<RequestResult | undefined>;
  /** Runs an action of the menu and shows its result; `done` is the text after success, empty if that is visible. */
  runFromMenu(action: CodeBlockAction, done: string): void;
  /** Whether the block has commands for a terminal. */
  hasCommands(): boolean;
  isWrapped(): boolean;
  toggleWrap(): void;
  /** Shows Markdown rendered or as its source. Absent if the block can't be rendered. */
  rendering: { isOn(): boolean; toggle(): void } | undefined;
}

/** What the first button does. */
type MainAction =
  | { readonly aim: 'asked'; readonly target: ReplyTarget }
  | { readonly aim: 'file'; readonly file: BlockFileView };

/**
 * The buttons of a code block and their menu. The first button replaces the lines that the question was about, or applies
 * the block to the file that it is for. What of these the block is not for is in the menu: also if its language doesn't
 * fit the lines, or rather other blocks of the reply are meant for them.
 */
export class CodeToolbar {
  readonly element: HTMLElement;
  readonly menu: HTMLElement;
  readonly #options: CodeToolbarOptions;
  readonly #main: ActionButton;
  readonly #copy: ActionButton;
  readonly #insert: ActionButton;
  readonly #replace: ActionButton;
  readonly #review: ActionButton;
  /** Hidden until it is offered. The menu has it always. */
  readonly #render: HTMLButtonElement | undefined;
  readonly #refreshStops: () => void;
  #found: Pick<BlockFindings, 'target' | 'file'> = { target: undefined, file: undefined };
  /** As shown, which may be older than what was found. The button is hidden without one. */
  #mainAction: MainAction | undefined;
  #selected: SelectedKind;
  #disabledReason: string | undefined;

  constructor(options: CodeToolbarOptions) {
    this.#options = options;
    this.#main = this.#button(
      () => (this.#mainAction?.aim === 'file' ? 'applyToFile' : 'replaceAskedAbout'),
      () => this.#mainNames?.doneName ?? '',
      'git-pull-request-go-to-changes',
    );
    this.#copy = this.#button(
      () => 'copy',
      () => t('Copied'),
      'copy',
    );
    this.#insert = this.#button(
      () => 'insert',
      () => t('Inserted'),
      'insert',
    );
    this.#replace = this.#button(
      () => 'replace',
      () => t('Replaced'),
      'replace',
    );
    this.#review = this.#button(
      () => 'review',
      () => t('Review opened.'),
      'diff',
    );
    for (const each of this.#foldable) {
      each.classList.add('foldable');
    }
    const { rendering } = options;
    this.#render = rendering && createToggle(t('Render Markdown'), 'preview', rendering.toggle);
    const more = createMenuButton(t('More Actions…'), this.#menuItems());
    const all = [...this.#buttons.map((each) => each.element), this.#render ?? [], more.button].flat();
    this.element = element('div', 'toolbar', ...all);
    this.element.role = 'toolbar';
    this.element.ariaLabel = options.label;
    this.menu = more.menu;
    const hasFocus = () => this.element.contains(document.activeElement);
    const { refresh } = createRovingTabIndex(
      this.element,
      // Tab goes to a button that is never folded; measuring which others are would cost layout in each block.
      () =>
        all.filter((each) =>
          hasFocus() ? each.checkVisibility() : !each.hidden && !this.#foldable.includes(each),
        ),
      true,
    );
    this.#refreshStops = () => {
      for (const each of all) {
        each.tabIndex = -1;
      }
      refresh();
    };
    this.element.addEventListener('focusout', this.#refreshStops);
    // Once the focus is where it goes: it would be lost if a button were hidden meanwhile.
    const onLeave = new FrameTask(() => this.#updateMain());
    for (const type of ['focusout', 'pointerleave'] as const) {
      this.element.addEventListener(type, () => onLeave.schedule());
    }
    this.#update();
  }

  set found({ target, file }: Pick<BlockFindings, 'target' | 'file'>) {
    this.#found = { target, file };
    this.#update();
  }

  set selected(selected: SelectedKind) {
    if (this.#selected !== selected) {
      this.#selected = selected;
      this.#update();
    }
  }

  /** @param isOffered whether the toolbar has a button for it too */
  updateRendering(isOffered: boolean): void {
    const { rendering } = this.#options;
    if (this.#render !== undefined) {
      this.#render.ariaPressed = String(rendering?.isOn() === true);
      if (!isOffered && this.#render === document.activeElement) {
        this.#copy.element.focus({ preventScroll: true });
      }
      this.#render.hidden = !isOffered;
      this.#refreshStops();
    }
  }

  /** @param reason `undefined` enables the buttons */
  setDisabledReason(reason: string | undefined): void {
    this.#disabledReason = reason;
    for (const each of this.#buttons) {
      each.setDisabledReason(reason);
    }
  }

  get #buttons(): readonly ActionButton[] {
    return [this.#main, this.#copy, this.#insert, this.#replace, this.#review];
  }

  /** Buttons that a narrow block has in its menu. */
  get #foldable(): readonly HTMLElement[] {
    return [this.#insert.element, this.#replace.element, this.#review.element];
  }

  get #mainNames() {
    const action = this.#mainAction;
    return (
      action && (action.aim === 'file' ? fileNames(action.file) : targetNames(action.target, this.#selected))
    );
  }

  get #targetNames() {
    return this.#found.target && targetNames(this.#found.target, this.#selected);
  }

  get #fileNames() {
    return this.#found.file && fileNames(this.#found.file);
  }

  get #names() {
    return codeActionNames(this.#selected);
  }

  /** What the first button is to do, by what the host has found. */
  get #foundAction(): MainAction | undefined {
    const { target, file } = this.#found;
    const fitsTarget =
      target !== undefined && !this.#isForOthers && fitsDocument(this.#options.language, target.languageId);
    const aim = aimOf(file, fitsTarget);
    return aim === 'file' && file !== undefined
      ? { aim, file }
      : aim === 'asked' && target !== undefined
        ? { aim, target }
        : undefined;
  }

  get #isForOthers(): boolean {
    const { position } = this.#options;
    return position !== undefined && this.#found.target?.blocks?.includes(position) === false;
  }

  #update(): void {
    const names = this.#names;
    this.#copy.rename(names.copy);
    this.#insert.rename(names.insert);
    this.#replace.rename(names.replace);
    this.#review.rename(names.review);
    this.#updateMain();
  }

  /** No button comes, goes or does another thing under the pointer or the focus because of what the host has found. */
  #updateMain(): void {
    const found = this.#foundAction;
    if (isSameAim(found, this.#mainAction) || !this.element.matches(':hover, :focus-within')) {
      this.#mainAction = found;
    }
    const main = this.#mainNames;
    if (main !== undefined) {
      this.#main.rename(main.name, main.label, iconOf(this.#mainAction));
    }
    this.#main.element.hidden = main === undefined;
    // For a file, the first button opens a review.
    this.#review.element.hidden = this.#mainAction?.aim !== 'asked';
    this.#refreshStops();
  }

  #button(action: () => CodeBlockAction, doneName: () => string, iconName: IconName): ActionButton {
    const { status, run } = this.#options;
    return new ActionButton({ name: '', doneName, iconName, status, run: () => run(action()) });
  }

  #menuItems(): MenuItem[][] {
    const { language, runFromMenu, hasCommands, isWrapped, toggleWrap, rendering } = this.#options;
    const disabledReason = () => this.#disabledReason;
    const replaceTarget: MenuItem = {
      name: () => this.#targetNames?.name ?? '',
      run: () => runFromMenu('replaceAskedAbout', this.#targetNames?.doneName ?? ''),
      isOffered: () => this.#found.target !== undefined && this.#mainAction?.aim !== 'asked',
      disabledReason,
    };
    const applyToFile: MenuItem = {
      name: () => this.#fileNames?.name ?? '',
      run: () => runFromMenu('applyToFile', this.#fileNames?.doneName ?? ''),
      isOffered: () => {
        const { leadsTo = 'nowhere' } = this.#found.file ?? {};
        return leadsTo !== 'nowhere' && this.#mainAction?.aim !== 'file';
      },
      disabledReason,
    };
    const folded = (action: 'insert' | 'replace' | 'review', from: ActionButton, done: string): MenuItem => ({
      name: () => this.#names[action],
      run: () => runFromMenu(action, done),
      isOffered: () => !from.element.checkVisibility(),
      disabledReason,
    });
    const newFile: MenuItem = {
      name: t('New File'),
      run: () => runFromMenu('newFile', ''),
      disabledReason,
    };
    const openPreview: MenuItem = {
      name: t('Open Preview'),
      run: () => runFromMenu('openPreview', t('Preview opened.')),
      disabledReason,
    };
    const runInTerminal: MenuItem = {
      name: t('Insert into Terminal'),
      keybinding: isMac() ? '⌥⌘Enter' : 'Ctrl+Alt+Enter',
      run: () => runFromMenu('run', t('Inserted into the terminal. Press Enter there to run it.')),
      isOffered: hasCommands,
      disabledReason,
    };
    return [
      [
        ...(isDiagramLanguage(language) ? [openPreview] : []),
        replaceTarget,
        applyToFile,
        folded('insert', this.#insert, t('Inserted')),
        folded('replace', this.#replace, t('Replaced')),
        newFile,
        runInTerminal,
        folded('review', this.#review, t('Review opened.')),
      ],
      [
        ...(rendering === undefined
          ? []
          : [{ name: t('Render Markdown'), isChecked: rendering.isOn, run: rendering.toggle }]),
        {
          name: t('Word Wrap'),
          isChecked: isWrapped,
          run: toggleWrap,
          // Rendered text always wraps.
          isOffered: () => rendering?.isOn() !== true,
        },
      ],
    ];
  }
}

function iconOf(action: MainAction | undefined): IconName {
  return action?.aim === 'file' && action.file.leadsTo === 'newFile'
    ? 'new-file'
    : 'git-pull-request-go-to-changes';
}

/** Whether a button for one of them also says what the other does, but for where the lines are now. */
function isSameAim(one: MainAction | undefined, other: MainAction | undefined): boolean {
  return one?.aim === 'file' && other?.aim === 'file'
    ? one.file.path === other.file.path &&
        one.file.leadsTo === other.file.leadsTo &&
        one.file.isChoice === other.file.isChoice
    : one?.aim === other?.aim;
}

function createToggle(name: string, iconName: IconName, toggle: () => void): HTMLButtonElement {
  const created = iconButton(name, icon(iconName));
  created.ariaPressed = 'false';
  created.hidden = true;
  created.addEventListener('click', toggle);
  return created;
}
