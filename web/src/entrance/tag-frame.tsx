import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { frameOrigin, useMeasurement } from '../lib/page/tag-manager.ts';

/**
 * Tag manager in an iframe with an opaque origin: it stores nothing, cannot read this document and
 * receives only the name of the page. The frame is removed when consent ends, and on a page without
 * measurement.
 */
const Frame = ({ origin, page }: { origin: string; page: string }) => {
  const { t } = useTranslation('common');
  const frame = useRef<HTMLIFrameElement>(null);
  // A reloaded frame needs the page's name again.
  const [loads, setLoads] = useState(0);
  useEffect(() => {
    // An opaque origin cannot be named as the target; the CSP allows no other document in the frame.
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

/** Measures the page if the visitor consented and the tag manager has a frame. */
export const TagFrame = ({ page }: { page: string }) => {
  const { choice } = useMeasurement();
  const origin = frameOrigin();
  return origin !== null && choice === 'accepted' ? <Frame origin={origin} page={page} /> : null;
};
