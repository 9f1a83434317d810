import * as vscode from 'vscode';
import type { CodeAction } from '../../protocol/toHost.ts';
import type { ToPanel } from '../../protocol/toPanel.ts';
import type { PanelFocus } from '../panel/panelFocus.ts';
import type { Problem } from '../problem.ts';
import type { Replies } from './lazyReplyActions.ts';

/** The commands about code blocks: those about the last one work from anywhere, the others from the panel. */
export interface CodeBlockCommands {
  nextCodeBlock(): Promise<void>;
  previousCodeBlock(): Promise<void>;
  copyLastCodeBlock(): Promise<void>;
  insertLastCodeBlock(): Promise<void>;
  replaceWithLastCodeBlock(): Promise<void>;
  copyCodeBlock(): Promise<void>;
  insertCodeBlock(): Promise<void>;
  replaceWithCodeBlock(): Promise<void>;
  newFileFromCodeBlock(): Promise<void>;
  runCodeBlock(): Promise<void>;
  wrapCodeBlock(): Promise<void>;
  openCodeBlockFile(): Promise<void>;
}

export interface CodeBlockCommandDependencies {
  replies: Replies;
  focus: PanelFocus;
  /** Shows the panel, puts the keyboard into it, and then tells it this. */
  revealThen(message: ToPanel): Promise<void>;
  say(problem: Problem): void;
}

export function codeBlockCommands({
  replies,
  focus,
  revealThen,
  say,
}: CodeBlockCommandDependencies): CodeBlockCommands {
  const onLast = (action: CodeAction) => async (): Promise<void> => {
    const place = await replies.lastCodeBlock();
    say(place === undefined ? noCodeBlock() : await replies.onCode({ ...place, action }));
  };
  const onFocused = (action: CodeAction) => async (): Promise<void> => {
    const place = focus.codeBlock;
    say(place === undefined ? noneFocused() : await replies.onCode({ ...place, action }));
  };
  const move = (command: 'next' | 'previous') => async (): Promise<void> => {
    if ((await replies.lastCodeBlock()) === undefined) {
      return say(noCodeBlock());
    }
    await revealThen({ type: 'codeBlockCommand', command });
  };
  return {
    nextCodeBlock: move('next'),
    previousCodeBlock: move('previous'),
    copyLastCodeBlock: onLast('copy'),
    insertLastCodeBlock: onLast('insert'),
    replaceWithLastCodeBlock: onLast('replace'),
    copyCodeBlock: onFocused('copy'),
    insertCodeBlock: onFocused('insert'),
    replaceWithCodeBlock: onFocused('replace'),
    newFileFromCodeBlock: onFocused('newFile'),
    runCodeBlock: onFocused('run'),
    wrapCodeBlock: async () => {
      if (focus.codeBlock === undefined) {
        return say(noneFocused());
      }
      await revealThen({ type: 'codeBlockCommand', command: 'toggleWrap' });
    },
    openCodeBlockFile: onFocused('openFile'),
  };
}

function noCodeBlock(): string {
  return vscode.l10n.t('There is no code block in this conversation yet.');
}

function noneFocused(): string {
  return vscode.l10n.t('No code block has the keyboard. Go to one with Next Code Block first.');
}
