import * as vscode from 'vscode';

/**
 * The sentence about a certificate that was refused: what is wrong with it, and what can be set right. It names
 * no way to go on without a good certificate, since the key would go to whoever showed the bad one.
 *
 * @param detail begins with a code of Node.js (its documentation: TLS, X509 certificate error codes)
 */
export function certificateText(host: string, detail: string | undefined): string {
  const code = /^[A-Z][A-Z0-9_]+/.exec(detail ?? '')?.[0] ?? '';
  return vscode.l10n.t(
    'The certificate of {0} was refused ({1}), so nothing was sent; in a network with certificates of its own, check the settings http.systemCertificates and http.proxy.',
    host,
    problem(code),
  );
}

function problem(code: string): string {
  const { t } = vscode.l10n;
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return t('it has expired');
    case 'CERT_NOT_YET_VALID':
      return t('it is not valid yet');
    case 'CERT_REVOKED':
      return t('it was revoked');
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return t('it is that of another host');
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return t('it is signed by nobody but itself');
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'CERT_UNTRUSTED':
      return t('this machine does not know its authority');
    default:
      return t('this machine does not accept it');
  }
}
