import { t, type UiText } from '../uiText.ts';

/** The service accepted the key, but there is no model to ask. */
export function noModelsText(): UiText {
  return t('The service lists no models for this account. Check the account in the dashboard.');
}
