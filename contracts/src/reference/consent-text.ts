import type { Language } from '../language.ts';

/**
 * The text that patients consent to: the form's sentence and the linked privacy policy. A changed text needs a new
 * version; a test computes each language's SHA-256 from the displayed files.
 */
export const consentText: { readonly version: string; readonly sha256: Readonly<Record<Language, string>> } =
  {
    version: '2026-11-28',
    sha256: {
      it: '92900a06619ca3dd8d0933bfea34d89d7c1b3646a278b6739fb542dfe364872f',
      en: 'fd1f1d741f37b1e6491c2ecd7bc5630faf9c7ac999df997785dbe6333ee2347c',
      es: '094dcb84c73c371ca367be9d5bef1d732749d1fe39691ffafe8c689c879ddf54',
    },
  };
