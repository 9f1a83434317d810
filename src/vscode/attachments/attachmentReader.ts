import type * as vscode from 'vscode';
import type { CandidateList } from '../../protocol/attachments.ts';
import { type ErrorResult, failed } from '../actionResult.ts';
import type { Composer, DraftOwner } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import { displayPath } from '../displayPath.ts';
import type { ShellExecutions } from '../shellExecutions.ts';
import type { EditorSource } from '../targetEditor.ts';
import { joined, plainText, t, type UiText } from '../uiText.ts';
import { Candidates } from './candidates.ts';
import { captureDropped } from './captureDropped.ts';
import {
  type AttachmentSource,
  type CandidateSource,
  captureFiles,
  captureSources,
  refreshAttachment,
} from './kinds/attachmentSource.ts';
import { captureFile } from './kinds/captureFile.ts';
import type { CaptureResult } from './kinds/captureResult.ts';
import { pickAttachments, pickFiles } from './pickAttachments.ts';
import { readChosen } from './readingDoor.ts';
import { withReadLimit } from './readLimit.ts';

/** Maximum number of attachments of a question; one panel message can list no more. */
const MAX_ATTACHMENTS = 100;

interface AttachmentReaderDeps {
  composer: Composer;
  lastEditor(): EditorSource | undefined;
  attachCurrentFile(): Promise<void>;
  executions: Pick<ShellExecutions, 'lastIn'>;
  /** As in `withReadLimit`. */
  readLimitMs: number | undefined;
}

/**
 * Reads the workspace for the composer. Reading may take a while, so callers say in which conversation the user has attached
 * something, as it was before anything was awaited.
 */
export class AttachmentReader {
  readonly #deps: AttachmentReaderDeps;
  readonly #candidates: Candidates;

  constructor(deps: AttachmentReaderDeps) {
    this.#deps = deps;
    this.#candidates = new Candidates(deps.lastEditor);
  }

  /** Lists the candidates that match a query, with keys for `attachCandidate`. The parameters are those of `find`. */
  listCandidates(
    query: string,
    onFound: (list: CandidateList) => void,
    token: vscode.CancellationToken,
  ): Promise<void> {
    return this.#candidates.list(query, onFound, token);
  }

  /** @param key of a candidate from one of the last lists */
  async attachCandidate(key: string, owner: DraftOwner): Promise<ErrorResult> {
    const source = this.#candidates.sourceOf(key);
    return source === undefined
      ? failed(t('This list is out of date. Select again.'))
      : this.#addCandidates([source], owner);
  }

  /** Shows a quick pick of everything that can be attached, or of files only. */
  async pick(scope: 'all' | 'files', owner: DraftOwner): Promise<ErrorResult> {
    return this.#addCandidates(
      await (scope === 'all' ? pickAttachments(this.#candidates) : pickFiles(this.#candidates)),
      owner,
    );
  }

  async add(sources: readonly AttachmentSource[], owner: DraftOwner): Promise<ErrorResult> {
    const { lastEditor, readLimitMs, executions } = this.#deps;
    return this.addCaptured(await captureSources(sources, lastEditor(), readLimitMs, executions), owner);
  }

  async addFiles(uris: readonly vscode.Uri[], owner: DraftOwner): Promise<ErrorResult> {
    const captured = await captureFiles(uris, undefined, undefined, this.#deps.readLimitMs);
    return this.addCaptured(captured, owner);
  }

  async addDropped(uris: readonly string[], owner: DraftOwner): Promise<ErrorResult> {
    return this.addCaptured(await captureDropped(uris, undefined, this.#deps.readLimitMs), owner);
  }

  /** Reads a file that the user has chosen before, by a toggle: only in a tab or in the workspace. */
  readFile(uri: vscode.Uri, kind?: 'instructions'): Promise<CaptureResult> {
    return withReadLimit(displayPath(uri), readFile(uri, kind), this.#deps.readLimitMs);
  }

  refresh(attachment: ComposerAttachment): Promise<CaptureResult> {
    return refreshAttachment(attachment, this.#deps.readLimitMs);
  }

  /** Adds captured attachments; `Composer.attach` replaces duplicates. Returns an error if some could not be captured. */
  addCaptured(captured: readonly CaptureResult[], owner: DraftOwner): ErrorResult {
    const { composer } = this.#deps;
    const errors: UiText[] = [];
    for (const attachment of captured) {
      if ('error' in attachment) {
        errors.push(attachment.error.text);
      } else if (composer.attachmentsOf(owner).length >= MAX_ATTACHMENTS) {
        errors.push(t('A question can have at most {0} attachments.', MAX_ATTACHMENTS));
      } else {
        composer.attach(attachment, owner);
      }
    }
    const unique = new Map(errors.map((text) => [plainText(text), text]));
    return unique.size === 0 ? undefined : failed(joined([...unique.values()], ' '));
  }

  async #addCandidates(sources: readonly CandidateSource[], owner: DraftOwner): Promise<ErrorResult> {
    const others = sources.flatMap((source) => (source.kind === 'currentFile' ? [] : source));
    if (others.length < sources.length) {
      await this.#deps.attachCurrentFile();
    }
    return this.add(others, owner);
  }
}

async function readFile(uri: vscode.Uri, kind: 'instructions' | undefined): Promise<CaptureResult> {
  const file = (await readChosen(uri)) ?? {
    error: failed(t('{0} is outside the workspace.', displayPath(uri))),
  };
  return 'error' in file ? file : captureFile(file, kind);
}
