const common = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Headers of every answer but pages: such a body is never rendered. */
export const securityHeaders = {
  api: { ...common, 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" },
} as const;

/** How a page is served. */
export type PageOptions = {
  /** The product's public origin; its websocket is allowed as well. */
  publicOrigin: string;
  /** Lets `<style nonce>` elements through, for UI kits that inject styles. */
  styleNonce?: string;
  /** The one foreign origin that the page may load scripts and images from and send to. */
  tagManager?: string | undefined;
  /** The one foreign origin that it may show in a frame. */
  frame?: string | undefined;
};

/** Headers of the web's pages and files: own scripts, styles and connections only, never in a frame. */
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
      // A foreign script makes markup and scripts of its own, in ways that are not ours to say.
      ...(tagManager ? [] : ["require-trusted-types-for 'script'", 'trusted-types default']),
    ].join('; '),
    ...strictTransport(publicOrigin),
  };
};

/** How the tag manager's frame is served. */
export type TagFrameOptions = {
  publicOrigin: string;
  tagOrigin: string;
  /** Where it loads from and sends to. */
  tagManager: string;
  /** SHA-256 of its one own script. */
  scriptHash: string;
};

/**
 * Headers of the tag manager's frame: in the product's pages only, and of no origin, wherever it is opened: it has no
 * cookies or storage, opens nothing and leads nowhere.
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

/** HSTS, where the product is reached over https; other names under its own are not its to promise for. */
export const strictTransport = (publicOrigin: string): Readonly<Record<string, string>> =>
  publicOrigin.startsWith('https:') ? { 'strict-transport-security': 'max-age=31536000' } : {};
