import { atom, getDefaultStore, useAtom } from 'jotai';

/** The browser's offer to install the app; not in the DOM's own types. */
type Offer = Event & { prompt: () => Promise<unknown> };

const offerAtom = atom<Offer | null>(null);

/** Keeps the browser's offer until somebody asks for it: it comes early, and once. */
export const listenForInstall = (): void => {
  const { set } = getDefaultStore();
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    set(offerAtom, event as Offer);
  });
  addEventListener('appinstalled', () => set(offerAtom, null));
};

/** Installs the app, where the browser offers it; null where it does not. */
export const useInstall = (): (() => Promise<void>) | null => {
  const [offer, setOffer] = useAtom(offerAtom, { store: getDefaultStore() });
  if (!offer) return null;
  return async () => {
    // An offer serves once, whatever the answer.
    setOffer(null);
    await offer.prompt();
  };
};
