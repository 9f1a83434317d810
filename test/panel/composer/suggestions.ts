import type { AttachmentCandidate, CandidateList } from '../../../src/protocol/attachments.ts';
import type { ToPanel } from '../../../src/protocol/toPanel.ts';
import type { PanelPage } from '../panelPage.ts';

export const CANDIDATES: AttachmentCandidate[] = [
  { key: 'c0', kind: 'currentFile', label: 'Current file', detail: 'src/duration.ts' },
  { key: 'c1', kind: 'file', label: 'duration.ts', detail: 'src' },
  { key: 'c2', kind: 'symbol', label: 'parseDuration', detail: 'src/duration.ts' },
  { key: 'c3', kind: 'folder', label: 'durations', detail: 'src/a-folder-with-a-long-name/and-another-one' },
  { key: 'c4', kind: 'problems', label: 'Problems', detail: '3' },
  { key: 'c5', kind: 'diff', label: 'Git Changes' },
  { key: 'c6', kind: 'terminal', label: 'Terminal selection', detail: 'bash' },
  ...Array.from({ length: 13 }, (_, index): AttachmentCandidate => {
    return { key: `c${index + 7}`, kind: 'file', label: `duration${index}.test.ts`, detail: 'test' };
  }),
];

export const PROMPTS: Extract<ToPanel, { type: 'prompts' }>['items'] = [
  { key: 'p1', name: 'explain', detail: 'Explain the code' },
  { key: 'p2', name: 'fix', detail: 'Find and fix what is wrong' },
  { key: 'p3', name: 'release-notes', detail: 'Prompt file' },
];

/** Types into the composer, and responds to the search with `items` as the host does. */
export async function suggest(
  panel: PanelPage,
  typed: string,
  items: AttachmentCandidate[] = CANDIDATES,
  rest?: CandidateList['rest'],
): Promise<void> {
  const before = panel.postedOf('searchCandidates').length;
  await panel.textbox.pressSequentially(typed);
  const { searchId } = await panel.posted('searchCandidates', before + typed.length - typed.lastIndexOf('@'));
  await panel.receive({ type: 'candidates', searchId, items, rest });
}

/** The same for prompts. */
export async function suggestPrompts(panel: PanelPage, typed: string, items = PROMPTS): Promise<void> {
  const before = panel.postedOf('searchPrompts').length;
  await panel.textbox.pressSequentially(typed);
  const { searchId } = await panel.posted('searchPrompts', before + typed.length);
  await panel.receive({ type: 'prompts', searchId, items });
}
