import { FrameTask } from '../frameTask.ts';
import { type CodeBlockView, closestCodeBlock } from './codeBlockView.ts';

/**
 * Shows in the buttons of a code block which part of it is selected.
 * @param onDidChange called after the selected part of a block has changed
 */
export function listenForSelectedPart(onDidChange: () => void): void {
  let shown: CodeBlockView | undefined;
  const update = new FrameTask(() => {
    const block = selectedBlock();
    const hasChanged = [shown !== block && shown?.updateSelectedPart(), block?.updateSelectedPart()];
    shown = block;
    if (hasChanged.includes(true)) {
      onDidChange();
    }
  });
  document.addEventListener('selectionchange', () => {
    if (shown !== undefined || selectedBlock() !== undefined) {
      update.schedule();
    }
  });
}

function selectedBlock(): CodeBlockView | undefined {
  const selection = document.getSelection();
  return selection === null || selection.isCollapsed
    ? undefined
    : (blockOf(selection.anchorNode) ?? blockOf(selection.focusNode));
}

function blockOf(node: Node | null): CodeBlockView | undefined {
  return closestCodeBlock(node instanceof Element ? node : node?.parentElement);
}
