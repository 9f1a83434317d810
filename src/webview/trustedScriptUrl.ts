/** Trusted Types, which TypeScript's DOM library doesn't declare yet. */
declare const trustedTypes: {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
};

/**
 * The URL of a script of the panel's own, in the form in which the page's policy allows to load it.
 * @param policyName one of those in `panelPage`; can be used once per page
 */
export function trustedScriptUrl(policyName: string, scriptUrl: string): string {
  const policy = trustedTypes.createPolicy(policyName, {
    createScriptURL: (url) => (url === scriptUrl ? url : ''),
  });
  return policy.createScriptURL(scriptUrl) as string;
}
