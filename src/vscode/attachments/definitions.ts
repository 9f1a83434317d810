import { Emitter } from '../../base/emitter.ts';
import type { Lazy } from '../../base/lazy.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { Conversations } from '../../core/asking/conversations.ts';
import { hasTrait } from '../../core/code/languages.ts';
import { tokensLeft } from '../../core/contextWindow/planOverflow.ts';
import type { DefinitionsView } from '../../protocol/attachments.ts';
import { type ActionResult, info } from '../actionResult.ts';
import type { Composer, DraftOwner } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { toOverflowInput } from '../contextWindow/overflowInput.ts';
import type { TokenMeter } from '../contextWindow/tokenMeter.ts';
import type { Models } from '../models/models.ts';
import { readSetting } from '../settings.ts';
import type { AttachmentReader } from './attachmentReader.ts';
import type { DefinitionLimits, FoundDefinitions } from './definitions/findDefinitions.ts';

/** Tokens that the definitions of one question may have: several screens of code. */
const MAX_TOKENS = 4000;

interface DefinitionsDeps {
  conversations: Pick<Conversations, 'current'>;
  composer: Composer;
  models: Pick<Models, 'current' | 'contextWindow' | 'known'>;
  meter: TokenMeter;
  attachments: { readonly reader: Lazy<AttachmentReader> };
  definitionLimits?: DefinitionLimits;
}

/**
 * Attaches the definitions in the workspace of what selections refer to. Until the user asks for them, nothing is looked
 * up.
 */
export class Definitions {
  readonly #deps: DefinitionsDeps;
  /** Ids of selections whose definitions were added. */
  readonly #added = new Set<string>();
  readonly #changed = new Emitter<void>();
  readonly #listener: { dispose(): void };
  #finding: { owner: DraftOwner; selections: readonly string[]; controller: AbortController } | undefined;

  /** Fires when the view has changed while the attachments have not. */
  readonly onChanged = this.#changed.event;

  constructor(deps: DefinitionsDeps) {
    this.#deps = deps;
    this.#listener = deps.composer.onChanged(() => this.#stopIfDetached());
  }

  /** `undefined` if no selection is attached whose definitions could be added. */
  get view(): DefinitionsView | undefined {
    const { composer } = this.#deps;
    if (this.#finding !== undefined && composer.isCurrent(this.#finding.owner)) {
      return 'finding';
    }
    return composer.attachments.some((one) => isSelection(one) && this.#hasMore(one)) ? 'offered' : undefined;
  }

  /**
   * Adds the definitions that the selections in the composer refer to; without one, attaches that of the editor first.
   * @returns what was added, or why nothing was
   */
  async add(owner: DraftOwner): Promise<ActionResult> {
    const { composer, attachments, conversations } = this.#deps;
    this.stop();
    const reader = await attachments.reader();
    if (!composer.attachmentsOf(owner).some(isSelection)) {
      const error = await reader.add([{ kind: 'selection' }], owner);
      if (error !== undefined) {
        return error;
      }
    }
    const selections = composer.attachmentsOf(owner).filter(isSelection);
    const ids = selections.map(({ id }) => id);
    const session = conversations.current;
    const finding = { owner, selections: ids, controller: new AbortController() };
    this.#finding = finding;
    this.#changed.fire();
    const { signal } = finding.controller;
    try {
      const attached = composer.attachmentsOf(owner);
      const maxTokens = this.#maxTokens(composer.textOf(owner), attached);
      const found = await this.#find(selections, attached, maxTokens, signal);
      // A question that is on its way has exactly what was attached when it was asked.
      if (signal.aborted || session.isPreparing) {
        return undefined;
      }
      const error = found && reader.addCaptured(found.definitions, owner);
      if (found?.unanswered === 0 || (found?.definitions.length ?? 0) > 0) {
        for (const id of ids) {
          this.#added.add(id);
        }
      }
      const { resultText } = await import('./definitions/resultText.ts');
      return error ?? info(resultText(found, maxTokens));
    } finally {
      if (this.#finding === finding) {
        this.#finding = undefined;
        this.#changed.fire();
      }
    }
  }

  /** Ends a search, which then adds nothing. */
  stop(): void {
    if (this.#finding !== undefined) {
      this.#finding.controller.abort();
      this.#finding = undefined;
      this.#changed.fire();
    }
  }

  /**
   * Lets the user choose definitions for a question that is asked without the composer, if the setting says so.
   * @returns `undefined` if the user canceled
   */
  async choose(
    question: string,
    selection: ComposerAttachment,
  ): Promise<readonly ComposerAttachment[] | undefined> {
    if (!readSetting('offerDefinitions')) {
      return [];
    }
    const maxTokens = this.#maxTokens(question, [selection]);
    const { pickDefinitions } = await import('./definitions/pickDefinitions.ts');
    return pickDefinitions(
      async (signal) => (await this.#find([selection], [selection], maxTokens, signal))?.definitions ?? [],
      (definition) => this.#tokensOf(definition),
    );
  }

  dispose(): void {
    this.#finding?.controller.abort();
    this.#listener.dispose();
  }

  async #find(
    selections: readonly ComposerAttachment[],
    attached: readonly ComposerAttachment[],
    maxTokens: number,
    signal: AbortSignal,
  ): Promise<FoundDefinitions | undefined> {
    const { findDefinitions, DEFINITION_LIMITS } = await import('./definitions/findDefinitions.ts');
    return findDefinitions(selections, {
      attached,
      maxTokens,
      tokensOf: (definition) => this.#tokensOf(definition),
      signal,
      limits: this.#deps.definitionLimits ?? DEFINITION_LIMITS,
    });
  }

  /** What the model has room for beside the question. */
  #maxTokens(text: string, attachments: readonly ComposerAttachment[]): number {
    const { models, meter, conversations } = this.#deps;
    const input = toOverflowInput(
      { models, meter },
      {
        text,
        attachments,
        precedingTurns: conversations.current.conversation.turns,
        replyOptions: {
          model: models.current,
          ...omitUndefined({ maxTokens: readSetting('maxTokens') }),
        },
        canStartNew: false,
      },
    );
    return input === undefined ? MAX_TOKENS : Math.max(0, Math.min(MAX_TOKENS, tokensLeft(input)));
  }

  #tokensOf(definition: ComposerAttachment): number {
    return this.#deps.meter.tokensOf(definition, this.#deps.models.current);
  }

  #hasMore({ id, languageId }: ComposerAttachment): boolean {
    return !this.#added.has(id) && !hasTrait(languageId, 'prose') && !hasTrait(languageId, 'data');
  }

  #stopIfDetached(): void {
    const { owner, selections = [] } = this.#finding ?? {};
    const attached = owner === undefined ? [] : this.#deps.composer.attachmentsOf(owner);
    if (owner !== undefined && !selections.every((id) => attached.some((one) => one.id === id))) {
      this.stop();
    }
  }
}

function isSelection({ kind, uri }: ComposerAttachment): boolean {
  return kind === 'selection' && uri !== undefined;
}
