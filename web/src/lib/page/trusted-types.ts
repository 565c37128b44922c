/** What a browser with Trusted Types lets a page decide; others have no such name. */
type Factory = {
  createPolicy(
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>,
  ): unknown;
};

const { trustedTypes } = globalThis as { trustedTypes?: Factory };

/** The kit fills `<style>` elements, which hold no markup. */
const withoutMarkup = (text: string): string => {
  if (text.includes('<')) throw new TypeError('no page of ours is made of text with markup');
  return text;
};

const ownScript = (address: string): string => {
  if (new URL(address, location.href).origin !== location.origin) throw new TypeError('not a script of ours');
  return address;
};

/**
 * Pages are served with `require-trusted-types-for 'script'`: whatever would become markup or code comes through this
 * policy, which is made as soon as the module is there.
 */
export const policy = trustedTypes?.createPolicy('default', {
  createHTML: withoutMarkup,
  createScriptURL: ownScript,
});
