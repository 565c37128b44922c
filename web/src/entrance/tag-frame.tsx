import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { frameOrigin, useMeasurement } from '../lib/page/tag-manager.ts';

/**
 * A tag manager apart from this document: in a frame of no origin, which keeps nothing, reaches nothing of the page and
 * hears the name of a page. It goes with the consent, and with the last page that may be measured.
 */
const Frame = ({ origin, page }: { origin: string; page: string }) => {
  const { t } = useTranslation('common');
  const frame = useRef<HTMLIFrameElement>(null);
  // A frame may be loaded anew, and then knows nothing of what was said before.
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    // No origin can be named for one that has none; the policy of this page lets no other document into it.
    if (loads > 0) frame.current?.contentWindow?.postMessage({ page }, '*');
  }, [loads, page]);
  return (
    <iframe
      ref={frame}
      hidden
      title={t(($) => $.measurement.title)}
      sandbox="allow-scripts"
      referrerPolicy="no-referrer"
      src={`${origin}/`}
      onLoad={() => setLoads((times) => times + 1)}
    />
  );
};

/** Measures the page where visitors agreed, and where the tag manager has a frame. */
export const TagFrame = ({ page }: { page: string }) => {
  const { choice } = useMeasurement();
  const origin = frameOrigin();
  return origin !== null && choice === 'accepted' ? <Frame origin={origin} page={page} /> : null;
};
