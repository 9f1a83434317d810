import type { History } from '../../core/history/history.ts';
import type { NotSavingView } from '../../protocol/history.ts';
import { plainText, t, type UiText } from '../uiText.ts';

/** The notice that conversations are not being saved; `undefined` while they are. */
export function notSavingView({ state }: Pick<History, 'state'>): NotSavingView | undefined {
  return state.isSaving ? undefined : { message: plainText(notSavingText(state.reason)) };
}

/** @param reason error of the file system, such as `ENOSPC: no space left on device, write` */
function notSavingText(reason: string): UiText {
  if (/ENOSPC|EDQUOT|NoSpace|QuotaExceeded/.test(reason)) {
    return t('Conversations are not being saved: the disk is full.');
  }
  if (/EROFS|EACCES|EPERM|NoPermissions/.test(reason)) {
    return t('Conversations are not being saved: the history folder is not writable.');
  }
  if (/ETIMEDOUT/.test(reason)) {
    return t('Conversations are not being saved: the disk does not respond.');
  }
  if (/ENOTDIR|EEXIST|NotADirectory/.test(reason)) {
    return t('Conversations are not being saved: a file exists at the path of the history folder.');
  }
  return t('Conversations are not being saved: {0}', reason.endsWith('.') ? reason : `${reason}.`);
}
