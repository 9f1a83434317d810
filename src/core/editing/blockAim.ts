/** Where the name of the file that a block is for leads. */
export interface BlockFileAim {
  /** To a file, to one that doesn't exist yet, or nowhere: out of the workspace, through a link. */
  leadsTo: 'file' | 'newFile' | 'nowhere';
  /** There are several such places, of which the user chooses. */
  isChoice?: true;
  /** The block has the name itself. Otherwise, it stands alone in the text right above, or it is the file asked about. */
  isOwn?: true;
  /** The lines that the question was about are in it. */
  isAskedAbout?: true;
}

/**
 * What a code block is for: the file that it names itself, the lines that its question was about, or a file that is named
 * otherwise. `undefined` if that is not known, or can't be reached.
 * @param fitsAsked whether it can be for the lines that its question was about
 */
export function aimOf(file: BlockFileAim | undefined, fitsAsked: boolean): 'file' | 'asked' | undefined {
  const isForFile = file !== undefined && file.isAskedAbout === undefined && file.leadsTo !== 'nowhere';
  if (file?.isOwn && !file.isAskedAbout) {
    return isForFile ? 'file' : undefined;
  }
  return fitsAsked ? 'asked' : isForFile ? 'file' : undefined;
}
