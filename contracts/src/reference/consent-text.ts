import type { Language } from '../language.ts';

/**
 * The text that patients consent to: the form's sentence and the linked privacy policy. A changed text needs a new
 * version; a test computes each language's SHA-256 from the displayed files.
 */
export const consentText: { readonly version: string; readonly sha256: Readonly<Record<Language, string>> } =
  {
    version: '2026-11-22',
    sha256: {
      it: 'da730c42f636f1931a384d8c7f3f07ae5864c34c458be6ba9ec674d6a0005feb',
      en: '48a072f96601f73b65692d779e0a53b50ef1ceac527f4f9eb8f76d4074fc705a',
      es: '86cb075cb2733ea73748506ab191a04ef51550c76c843128284ba299f5d36cc7',
    },
  };
