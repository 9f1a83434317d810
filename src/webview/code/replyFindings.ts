import { type CodeBlockPlace, isSameCodeBlock, placeOf } from '../../core/markdown/codeBlockPlace.ts';
import type { AppliedView, BlockFileView } from '../../protocol/code.ts';
import type { ReplyTarget } from '../../protocol/toPanel.ts';

/** What the host has found out about the code blocks of a reply. Kept outside of their views, which may be drawn again. */
export interface ReplyFindings {
  /** The lines that the question was about. */
  readonly target?: ReplyTarget | undefined;
  readonly files: readonly BlockFileView[];
  readonly applied: readonly (AppliedView & CodeBlockPlace)[];
}

/** The part of it that is about one code block. */
export interface BlockFindings {
  readonly target: ReplyTarget | undefined;
  readonly file: BlockFileView | undefined;
  readonly applied: AppliedView | undefined;
}

export const NOTHING_FOUND: ReplyFindings = { files: [], applied: [] };

export function findingsAt({ target, files, applied }: ReplyFindings, place: CodeBlockPlace): BlockFindings {
  const isThere = (one: CodeBlockPlace): boolean => isSameCodeBlock(one, place);
  return { target, file: files.find(isThere), applied: applied.find(isThere) };
}

/** @param applied `undefined` if nothing of the code is there any more */
export function withApplied(
  findings: ReplyFindings,
  place: CodeBlockPlace,
  applied: AppliedView | undefined,
): ReplyFindings {
  return {
    ...findings,
    applied: [
      ...findings.applied.filter((one) => !isSameCodeBlock(one, place)),
      ...(applied === undefined ? [] : [{ ...applied, ...placeOf(place) }]),
    ],
  };
}
