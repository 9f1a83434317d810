import { isDiagramLanguage } from '../../core/code/infoString.ts';
import { fitsDocument } from '../../core/editing/plan/fitsDocument.ts';
import type { CodeBlockAction } from '../../protocol/toHost.ts';
import type { ReplyTarget, RequestResult } from '../../protocol/toPanel.ts';
import { ActionButton, iconButton } from '../buttons.ts';
import { createMenuButton, type MenuItem } from '../createMenuButton.ts';
import { element } from '../dom.ts';
import { type IconName, icon } from '../icons.ts';
import { createRovingTabIndex, isMac } from '../keyboard.ts';
import { t } from '../l10n.ts';
import { codeActionNames, type SelectedKind, targetNames } from './codeActionNames.ts';

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

/**
 * The buttons of a code block and their menu. The first button replaces the lines that the question was about. If the
 * language of the block doesn't fit them, or rather other blocks of the reply are meant for them, that action is in the
 * menu.
 */
export class CodeToolbar {
  readonly element: HTMLElement;
  readonly menu: HTMLElement;
  readonly #options: CodeToolbarOptions;
  readonly #replaceTarget: ActionButton;
  readonly #copy: ActionButton;
  readonly #insert: ActionButton;
  readonly #replace: ActionButton;
  readonly #review: ActionButton;
  /** Hidden until it is offered. The menu has it always. */
  readonly #render: HTMLButtonElement | undefined;
  readonly #refreshStops: () => void;
  #target: ReplyTarget | undefined;
  /** Whether the buttons for the target are in the menu since rather other blocks are meant for it. */
  #isSetAside = false;
  #selected: SelectedKind;
  #disabledReason: string | undefined;

  constructor(options: CodeToolbarOptions) {
    this.#options = options;
    this.#replaceTarget = this.#button(
      'replaceAskedAbout',
      () => this.#targetNames?.doneName ?? '',
      'git-pull-request-go-to-changes',
    );
    this.#copy = this.#button('copy', () => t('Copied'), 'copy');
    this.#insert = this.#button('insert', () => t('Inserted'), 'insert');
    this.#replace = this.#button('replace', () => t('Replaced'), 'replace');
    this.#review = this.#button('review', () => t('Review opened.'), 'diff');
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
    const onLeave = (isInUse: boolean): void => {
      if (!isInUse && this.#isForOthers && !this.#isSetAside) {
        this.#update(false);
      }
    };
    this.element.addEventListener('focusout', ({ relatedTarget }) =>
      onLeave(
        this.element.matches(':hover') ||
          (relatedTarget instanceof Node && this.element.contains(relatedTarget)),
      ),
    );
    this.element.addEventListener('pointerleave', () => onLeave(hasFocus()));
    this.#update();
  }

  set target(target: ReplyTarget | undefined) {
    this.#target = target;
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
    return [this.#replaceTarget, this.#copy, this.#insert, this.#replace, this.#review];
  }

  /** Buttons that a narrow block has in its menu. */
  get #foldable(): readonly HTMLElement[] {
    return [this.#insert.element, this.#replace.element, this.#review.element];
  }

  get #targetNames() {
    return this.#target && targetNames(this.#target, this.#selected);
  }

  get #names() {
    return codeActionNames(this.#selected);
  }

  /** Whether the block has buttons for the lines asked about. */
  get #fitsTarget(): boolean {
    return (
      this.#target !== undefined &&
      !this.#isSetAside &&
      fitsDocument(this.#options.language, this.#target.languageId)
    );
  }

  get #isForOthers(): boolean {
    const { position } = this.#options;
    return position !== undefined && this.#target?.blocks?.includes(position) === false;
  }

  /** @param isInUse no button vanishes from under the pointer or the focus because of what the host has found meanwhile */
  #update(isInUse = this.element.matches(':hover, :focus-within')): void {
    this.#isSetAside = this.#isForOthers && (this.#isSetAside || !isInUse);
    const names = this.#names;
    this.#copy.rename(names.copy);
    this.#insert.rename(names.insert);
    this.#replace.rename(names.replace);
    this.#review.rename(names.review);
    const target = this.#targetNames;
    if (target !== undefined) {
      this.#replaceTarget.rename(target.name, target.label);
    }
    const isHidden = !this.#fitsTarget;
    const ofTarget = [this.#replaceTarget.element, this.#review.element];
    if (isHidden && ofTarget.some((each) => each === document.activeElement)) {
      this.#copy.element.focus({ preventScroll: true });
    }
    for (const each of ofTarget) {
      each.hidden = isHidden;
    }
    this.#refreshStops();
  }

  #button(action: CodeBlockAction, doneName: () => string, iconName: IconName): ActionButton {
    const { status, run } = this.#options;
    return new ActionButton({ name: '', doneName, iconName, status, run: () => run(action) });
  }

  #menuItems(): MenuItem[][] {
    const { language, runFromMenu, hasCommands, isWrapped, toggleWrap, rendering } = this.#options;
    const disabledReason = () => this.#disabledReason;
    const replaceTarget: MenuItem = {
      name: () => this.#targetNames?.name ?? '',
      run: () => runFromMenu('replaceAskedAbout', this.#targetNames?.doneName ?? ''),
      isOffered: () => this.#target !== undefined && !this.#fitsTarget,
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

function createToggle(name: string, iconName: IconName, toggle: () => void): HTMLButtonElement {
  const created = iconButton(name, icon(iconName));
  created.ariaPressed = 'false';
  created.hidden = true;
  created.addEventListener('click', toggle);
  return created;
}
