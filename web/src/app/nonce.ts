/** The nonce of the page's content security policy, for styles that scripts add. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** The scroll lock of open panels adds its own style and looks for the nonce under this name. */
export const shareNonce = (): void => {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
};
