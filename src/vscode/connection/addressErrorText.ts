import type { EndpointError } from '../../client/address/endpoint.ts';
import { t, type UiText } from '../uiText.ts';

/** Why a base URL is not accepted, and what to do. */
export function addressErrorText(error: EndpointError): UiText {
  switch (error) {
    case 'empty':
      return t('Enter a URL such as https://chat.example.com/api/v1.');
    case 'notAnAddress':
      return t('The base URL is not valid. Enter a URL such as https://chat.example.com/api/v1.');
    case 'hasPlaceholder':
      return t('The base URL contains a placeholder. Replace it with its value.');
    case 'blockedPort':
      return t(
        'The base URL has a port on which VS Code can’t reach any service. Enter the port of the service.',
      );
    case 'missingScheme':
    case 'notHttps':
      return t(
        'The base URL must start with https://. Only for localhost, 127.0.0.1, and [::1], it can be http://.',
      );
    case 'hasUserInfo':
      return t('The base URL must not contain a user name or password.');
    case 'hasQueryOrFragment':
      return t('The base URL must end with /api/v1, without ? or #.');
    case 'missingVersionPath':
      return t('The base URL must end with /api/v1.');
  }
}
