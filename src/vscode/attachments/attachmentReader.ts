import type * as vscode from 'vscode';
import type { AttachmentCandidate } from '../../protocol/attachments.ts';
import type { Composer } from '../composer/composer.ts';
import { displayPath } from '../displayPath.ts';
import type { ErrorMessage } from '../errorMessage.ts';
import type { EditorSource } from '../targetEditor.ts';
import { joined, t } from '../vscodeUi.ts';
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
import { readWithoutAsking } from './readingDoor.ts';

interface AttachmentReaderDeps {
  composer: Composer;
  lastEditor(): EditorSource | undefined;
  attachCurrentFile(): Promise<void>;
}

/** Reads the workspace for the composer. Loaded on first use. */
export class AttachmentReader {
  readonly #deps: AttachmentReaderDeps;
  readonly #candidates: Candidates;

  constructor(deps: AttachmentReaderDeps) {
    this.#deps = deps;
    this.#candidates = new Candidates(deps.lastEditor);
  }

  /** Candidates that match a query, best match first. */
  candidates(query: string): Promise<AttachmentCandidate[]> {
    return this.#candidates.list(query);
  }

  /** @param key of a candidate from one of the last lists */
  async attachCandidate(key: string): Promise<ErrorMessage> {
    const source = this.#candidates.sourceOf(key);
    return source === undefined
      ? t('This list is out of date. Select again.')
      : this.#addCandidates([source]);
  }

  /** Shows a quick pick of everything that can be attached, or of files only. */
  async pick(scope: 'all' | 'files'): Promise<ErrorMessage> {
    return this.#addCandidates(
      await (scope === 'all' ? pickAttachments(this.#candidates) : pickFiles(this.#candidates)),
    );
  }

  async add(...sources: readonly AttachmentSource[]): Promise<ErrorMessage> {
    const { composer, lastEditor } = this.#deps;
    return addToComposer(composer, await captureSources(sources, lastEditor()));
  }

  async addFiles(uris: readonly vscode.Uri[]): Promise<ErrorMessage> {
    return addToComposer(this.#deps.composer, await captureFiles(uris));
  }

  async addDropped(uris: readonly string[]): Promise<ErrorMessage> {
    return addToComposer(this.#deps.composer, await captureDropped(uris));
  }

  /** Reads a file that nobody has chosen just now: only in a tab or in the workspace. */
  async readFile(uri: vscode.Uri, kind?: 'instructions'): Promise<CaptureResult> {
    const file = await readWithoutAsking(uri);
    return file === undefined
      ? { error: t('{0} is outside the workspace.', displayPath(uri)) }
      : captureFile(file, kind);
  }

  readonly refresh = refreshAttachment;

  async #addCandidates(sources: readonly CandidateSource[]): Promise<ErrorMessage> {
    const others = sources.flatMap((source) => (source.kind === 'currentFile' ? [] : source));
    if (others.length < sources.length) {
      await this.#deps.attachCurrentFile();
    }
    return this.add(...others);
  }
}

/** Maximum number of attachments of a question; one panel message can list no more. */
const MAX_ATTACHMENTS = 100;

/** Adds captured attachments; `Composer.attach` replaces duplicates. Returns an error if some could not be captured. */
function addToComposer(composer: Composer, captured: readonly CaptureResult[]): ErrorMessage {
  const errors = captured.map((attachment) => {
    if ('error' in attachment) {
      return attachment.error;
    }
    const existing = composer.attachments;
    if (existing.length >= MAX_ATTACHMENTS) {
      return t('A question can have at most {0} attachments.', MAX_ATTACHMENTS);
    }
    composer.attach(attachment);
    return undefined;
  });
  const uniqueErrors = new Set(errors.filter((error) => error !== undefined));
  return uniqueErrors.size === 0 ? undefined : joined([...uniqueErrors], ' ');
}
