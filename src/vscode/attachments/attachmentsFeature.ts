import * as vscode from 'vscode';
import { lazy } from '../../base/lazy.ts';
import { omitUndefined } from '../../base/omitUndefined.ts';
import type { AttachmentCandidate, CandidateList } from '../../protocol/attachments.ts';
import { type ErrorResult, errorInPanel, failed, showMessage } from '../actionResult.ts';
import { FileIcons } from '../code/fileIcons.ts';
import type { DraftOwner } from '../composer/composer.ts';
import { fileOf } from '../findCell.ts';
import type { ChatUi } from '../panel/chatUi.ts';
import type { MessageReceiver } from '../panel/chatWebview.ts';
import { type Feature, resultOf } from '../panel/feature.ts';
import type { TargetEditor } from '../targetEditor.ts';
import { t } from '../uiText.ts';
import type { AttachmentReader } from './attachmentReader.ts';
import type { Attachments } from './attachments.ts';
import { type ChipSources, toChipViews } from './chipViews.ts';
import type { Definitions } from './definitions.ts';
import type { AttachmentSource } from './kinds/attachmentSource.ts';

interface AttachmentsServices extends ChipSources {
  attachments: Attachments;
  definitions: Definitions;
  targetEditor: TargetEditor;
  ui: Pick<ChatUi, 'hasPage' | 'post' | 'reveal'>;
}

/** The composer's chips, and all commands and messages that attach something. */
export function attachmentsFeature(services: AttachmentsServices) {
  const { attachments, composer, definitions, secretGuard, ui } = services;
  const views = () => ({
    attachments: toChipViews(services),
    ...omitUndefined({
      currentFile: attachments.currentFile,
      offer: attachments.offer,
      definitions: definitions.view,
    }),
  });
  let postedOffer = '';
  const postViews = (): void => {
    if (!ui.hasPage) {
      // A page that is loaded gets all of it.
      return;
    }
    const all = views();
    postedOffer = JSON.stringify(all.offer ?? null);
    ui.post({ type: 'attachments', conversationId: composer.owner.conversation, ...all });
  };
  const postOffer = (): void => {
    const { offer } = attachments;
    const shown = JSON.stringify(offer ?? null);
    if (shown !== postedOffer) {
      postedOffer = shown;
      ui.post({ type: 'offer', conversationId: composer.owner.conversation, ...omitUndefined({ offer }) });
    }
  };
  let posted = composer.attachments;
  const fileIcons = lazy(async () => new FileIcons());
  /** The font of file icons that each page has. */
  const fonts = new WeakMap<MessageReceiver, object>();
  const addFileIcons = async (items: AttachmentCandidate[], to: MessageReceiver) => {
    const icons = await (await fileIcons()).read();
    if (icons !== undefined && fonts.get(to) !== icons.font) {
      fonts.set(to, icons.font);
      to.post({ type: 'fileIconFont', ...icons.font });
    }
    return items.map((item) => ({
      ...item,
      ...omitUndefined({ fileIcon: item.kind === 'file' ? icons?.iconOf(item.label) : undefined }),
    }));
  };
  /** The last search of each page, which the next one cancels. */
  const searches = new WeakMap<MessageReceiver, vscode.CancellationTokenSource>();
  const searchCandidates = async (
    query: string,
    from: MessageReceiver,
    post: (list: CandidateList) => void,
  ) => {
    searches.get(from)?.cancel();
    const search = new vscode.CancellationTokenSource();
    searches.set(from, search);
    let posted: CandidateList = { items: [] };
    let posting = Promise.resolve();
    const onFound = (list: CandidateList): void => {
      posting = posting.then(async () => {
        posted = { ...list, items: await addFileIcons(list.items, from) };
        post(posted);
      });
    };
    try {
      await (await attachments.reader()).listCandidates(query, onFound, search.token);
      await posting;
    } catch (error) {
      // The list must not go on waiting.
      post({ items: posted.items });
      throw error;
    } finally {
      search.dispose();
    }
  };
  const attach = async (
    run: (reader: AttachmentReader, owner: DraftOwner) => Promise<ErrorResult>,
  ): Promise<ErrorResult> => {
    const { owner } = composer;
    const error = await run(await attachments.reader(), owner);
    return errorInPanel(error, composer.isCurrent(owner));
  };
  const listeners = vscode.Disposable.from(
    composer.onChanged(() => {
      if (composer.attachments !== posted) {
        posted = composer.attachments;
        postViews();
      }
    }),
    secretGuard.onFound(postViews),
    attachments.onCurrentFileChanged(postViews),
    attachments.onOfferChanged(postOffer),
    definitions.onChanged(postViews),
  );
  return {
    commands: attachmentCommands(services),
    messages: {
      searchCandidates: ({ searchId, query }, from) =>
        searchCandidates(query, from, (list) => from.post({ type: 'candidates', searchId, ...list })),
      attachCandidate: ({ key }) => attach((reader, owner) => reader.attachCandidate(key, owner)),
      attachDropped: ({ uris }) => attach((reader, owner) => reader.addDropped(uris, owner)),
      pickAttachments: async () => {
        const { owner } = composer;
        showMessage(await (await attachments.reader()).pick('all', owner));
      },
      openAttachment: async ({ turnId, attachmentId }) =>
        showMessage(await attachments.open(turnId, attachmentId)),
      toggleCurrentFile: () => attachments.toggleCurrentFile(),
      takeOffer: async () => showMessage(await attachments.takeOffer(composer.owner)),
      definitionsAction: async ({ action }) =>
        action === 'add' ? showMessage(await definitions.add(composer.owner)) : definitions.stop(),
    },
    state: views,
    onWillSendState: (page) => void fonts.delete(page),
    // Nothing else waits for the files that it reads.
    onDidSendState: () => void resultOf(() => attachments.onChatShown()).then(showMessage),
    dispose: () => {
      listeners.dispose();
      void fileIcons.ifLoaded().then((icons) => icons?.dispose());
    },
  } satisfies Feature;
}

/** VS Code's menus pass the documented arguments; other callers may pass anything. */
function attachmentCommands({ attachments, composer, definitions, targetEditor, ui }: AttachmentsServices) {
  const attachAndReveal = async (
    attach: (reader: AttachmentReader, owner: DraftOwner) => ErrorResult | Promise<ErrorResult>,
  ): Promise<void> => {
    const { owner } = composer;
    showMessage(await attach(await attachments.reader(), owner));
    await ui.reveal();
  };
  const activeFileUris = (): readonly vscode.Uri[] => {
    const editor = vscode.window.activeTextEditor ?? targetEditor.source;
    return editor === undefined ? [] : [fileOf(editor.document.uri)];
  };
  const addFiles = (uris: readonly vscode.Uri[]): Promise<void> =>
    attachAndReveal((reader, owner) =>
      uris.length === 0
        ? failed(t('No file is open in the active editor. Open a file and try again.'))
        : reader.addFiles(uris, owner),
    );
  const addSource = (source: AttachmentSource): Promise<void> =>
    attachAndReveal((reader, owner) => reader.add([source], owner));
  return {
    /** @param uri the file or folder that the menu was opened on; @param uris all that are selected */
    addToChat: (uri?: unknown, uris?: unknown) => {
      const selected = Array.isArray(uris) ? uris.filter(isUri) : [];
      return addFiles(selected.length > 0 ? selected : isUri(uri) ? [uri] : activeFileUris());
    },
    addSelectionToChat: () => addSource({ kind: 'selection' }),
    addDefinitions: async () => {
      const adding = definitions.add(composer.owner);
      // The chat shows that they are being looked up, and can end it.
      await ui.reveal();
      showMessage(await adding);
    },
    addFileToChat: (uri?: unknown) => addFiles(isUri(uri) ? [uri] : activeFileUris()),
    addContext: () => attachAndReveal((reader, owner) => reader.pick('all', owner)),
    addFile: () => attachAndReveal((reader, owner) => reader.pick('files', owner)),
    addProblems: () => addSource({ kind: 'problems' }),
    /** @param sourceControl the repository whose title menu was used */
    addGitChanges: (sourceControl?: unknown) =>
      addSource({ kind: 'diff', ...repositoryRootOf(sourceControl) }),
    addTerminalSelection: () => addSource({ kind: 'terminal', part: 'selection' }),
    addLastCommand: () => addSource({ kind: 'terminal', part: 'lastCommand' }),
    toggleCurrentFile: () => attachments.toggleCurrentFile(),
    addSelectionOrCurrentFile: () => attachAndReveal((_, owner) => attachments.takeOffer(owner)),
    useInstructionFiles: async () => showMessage(await attachments.toggleInstructionFiles()),
  };
}

function isUri(value: unknown): value is vscode.Uri {
  return value instanceof vscode.Uri;
}

function repositoryRootOf(sourceControl: unknown): { root?: vscode.Uri } {
  const root =
    typeof sourceControl === 'object' && sourceControl !== null && 'rootUri' in sourceControl
      ? sourceControl.rootUri
      : undefined;
  return isUri(root) ? { root } : {};
}
