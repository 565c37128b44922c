import { atom, getDefaultStore, useAtom } from 'jotai';

/** The `beforeinstallprompt` event, which the DOM types lack. */
type Offer = Event & { prompt: () => Promise<unknown> };

const offerAtom = atom<Offer | null>(null);

/** Keeps the browser's installation prompt, which comes once and early. */
export const listenForInstall = (): void => {
  const { set } = getDefaultStore();
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(offerAtom, event as Offer);
  });
  addEventListener('appinstalled', () => set(offerAtom, null));
};

/** Returns a function that installs the app; null if the browser does not offer it. */
export const useInstall = (): (() => Promise<void>) | null => {
  const [offer, setOffer] = useAtom(offerAtom, { store: getDefaultStore() });
  if (!offer) return null;
  return async () => {
    // A prompt can be used once, whatever the answer.
    setOffer(null);
    await offer.prompt();
  };
};
