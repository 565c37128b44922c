import type { ReactNode } from 'react';

/** A text with one link in it, marked `<link>…</link>`; the link is made from what stands between. */
export const Linked = ({ text, link }: { text: string; link: (label: string) => ReactNode }) => {
  const [before = '', label = '', after = ''] = text.split(/<\/?link>/);
  return (
    <>
      {before}
      {link(label)}
      {after}
    </>
  );
};
