/** Returns the page's CSP nonce, for styles added by scripts. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** Publishes the nonce under the global name that react-remove-scroll reads. */
export const shareNonce = (): void => {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
};
