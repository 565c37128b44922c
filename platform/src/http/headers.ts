const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Headers of all answers except pages: such bodies are never rendered. */
export const securityHeaders = {
  api: { ...common, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
} as const;

export type PageOptions = {
  /** The product's public origin; its websocket is allowed too. */
  publicOrigin: string;
  /** Allows `<style nonce>` elements, which UI kits inject. */
  styleNonce?: string;
  /** The only foreign origin for scripts, images and connections. */
  tagManager?: string | undefined;
  /** The only foreign origin for frames. */
  frame?: string | undefined;
};

/** Returns the headers of pages and files: own scripts, styles and connections only, no framing. */
export const pageHeaders = ({
  publicOrigin,
  styleNonce,
  tagManager,
  frame,
}: PageOptions): Readonly<Record<string, string>> => {
  const other = tagManager ? ` ${tagManager}` : '';
  return {
    ...common,
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self'${other}`,
      "worker-src 'self'",
      `style-src 'self'${styleNonce ? ` 'nonce-${styleNonce}'` : ''}`,
      `img-src 'self' data:${other}`,
      "font-src 'self'",
      "manifest-src 'self'",
      ...(frame ? [`frame-src ${frame}`] : []),
      `connect-src 'self' ${publicOrigin.replace(/^http/, 'ws')}${other}`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      // A tag manager creates markup and scripts in ways that trusted types would block.
      ...(tagManager ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
    ].join('; '),
    ...strictTransport(publicOrigin),
  };
};

/** Parameters of the tag manager frame's headers. */
export type TagFrameOptions = {
  publicOrigin: string;
  tagOrigin: string;
  /** Origin of its scripts and connections. */
  tagManager: string;
  /** SHA-256 of its only inline script. */
  scriptHash: string;
};

/**
 * Returns the headers of the tag manager's frame: embeddable in the product's pages only, and sandboxed with an
 * opaque origin, so without cookies, storage, popups and navigation.
 */
export const tagFrameHeaders = ({
  publicOrigin,
  tagOrigin,
  tagManager,
  scriptHash,
}: TagFrameOptions): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}' ${tagManager}`,
    `img-src ${tagManager}`,
    `connect-src ${tagManager}`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${publicOrigin}`,
    'sandbox allow-scripts',
  ].join('; '),
  ...strictTransport(tagOrigin),
});

/** Returns the HSTS header if the product uses https. Without subdomains, which may belong to others. */
export const strictTransport = (publicOrigin: string): Readonly<Record<string, string>> =>
  publicOrigin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};
