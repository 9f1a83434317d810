import * as vscode from 'vscode';
import type { Candidate } from '../../protocol/attachments.ts';
import type { Composer } from '../composer/composer.ts';
import type { ComposerAttachment } from '../composer/composerAttachment.ts';
import type { Problem } from '../problem.ts';
import { Candidates } from './candidates.ts';
import { captureDropped } from './captureDropped.ts';
import type { Captured } from './kinds/captured.ts';
import { captureFile } from './kinds/captureFile.ts';
import { type CandidateSource, capture, readAnew, type Source, sourceAt } from './kinds/source.ts';
import { pickContext, pickFiles } from './pickContext.ts';

interface AttachmentReaderDependencies {
  composer: Composer;
  /** The editor that was used last. */
  editor(): vscode.TextEditor | undefined;
  /** Lets the file in front go along. */
  useCurrentFile(): Promise<void>;
}

/** All that reads the workspace for the composer: loaded when the first of it is needed. */
export class AttachmentReader {
  readonly #dependencies: AttachmentReaderDependencies;
  readonly #candidates: Candidates;

  constructor(dependencies: AttachmentReaderDependencies) {
    this.#dependencies = dependencies;
    this.#candidates = new Candidates(dependencies.editor);
  }

  candidates(query: string): Promise<Candidate[]> {
    return this.#candidates.list(query);
  }

  /** @param key of one of the lists told last */
  async attachCandidate(key: string): Promise<Problem> {
    const source = this.#candidates.source(key);
    return source === undefined
      ? vscode.l10n.t('This list is not up to date any more. Choose again.')
      : this.#take([source]);
  }

  /** Lets the user choose of everything, or of the files alone. */
  async choose(among: 'all' | 'files'): Promise<Problem> {
    return this.#take(await (among === 'all' ? pickContext(this.#candidates) : pickFiles(this.#candidates)));
  }

  async add(sources: readonly Source[]): Promise<Problem> {
    const { composer, editor } = this.#dependencies;
    const captured = await Promise.all(sources.map((source) => capture(source, editor())));
    return addToComposer(composer, captured);
  }

  /** Files and folders, each as what lies there. */
  async addFiles(uris: readonly vscode.Uri[]): Promise<Problem> {
    return this.add(await Promise.all(uris.map(sourceAt)));
  }

  async addDropped(uris: readonly string[]): Promise<Problem> {
    return addToComposer(this.#dependencies.composer, await captureDropped(uris));
  }

  readFile(uri: vscode.Uri, kind?: 'instructions'): Promise<Captured> {
    return captureFile(uri, kind);
  }

  readAnew(attachment: ComposerAttachment): Promise<Captured> {
    return readAnew(attachment);
  }

  async #take(sources: readonly CandidateSource[]): Promise<Problem> {
    const others = sources.flatMap((source) => (source.kind === 'currentFile' ? [] : source));
    if (others.length < sources.length) {
      await this.#dependencies.useCurrentFile();
    }
    return this.add(others);
  }
}

/** As many chips fit into one message of the panel. */
const MOST_ATTACHMENTS = 100;

/**
 * Puts what was read into the composer; what is there already is not put there twice.
 * @returns why some of it could not be, where that is so
 */
function addToComposer(composer: Composer, captured: readonly Captured[]): Problem {
  const problems = captured.map((one) => {
    if ('problem' in one) {
      return one.problem;
    }
    const before = composer.attachments;
    if (before.length >= MOST_ATTACHMENTS) {
      return vscode.l10n.t('No more than {0} attachments go with a question.', MOST_ATTACHMENTS);
    }
    composer.attach(one);
    return undefined;
  });
  const said = new Set(problems.filter((problem) => problem !== undefined));
  return said.size === 0 ? undefined : [...said].join(' ');
}
