/** The Trusted Types API, which the DOM types lack. */
type Factory = {
  createPolicy(
    name: string,
    rules: Record<'createHTML' | 'createScriptURL', (text: string) => string>,
  ): unknown;
};

const { trustedTypes } = globalThis as { trustedTypes?: Factory };

/** Mantine fills `<style>` elements, which contain no markup. */
const withoutMarkup = (text: string): string => {
  if (text.includes('<')) throw new TypeError('no page of ours is made of text with markup');
  return text;
};

const ownScript = (address: string): string => {
  if (new URL(address, location.href).origin !== location.origin) throw new TypeError('not a script of ours');
  return address;
};

/**
 * Default policy of Trusted Types, because pages are served with `require-trusted-types-for 'script'`.
 * Created when the module loads.
 */
export const policy = trustedTypes?.createPolicy('default', {
  createHTML: withoutMarkup,
  createScriptURL: ownScript,
});
