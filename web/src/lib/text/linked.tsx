import type { ReactNode } from 'react';

/** Text with one link, marked `<link>…</link>`; `link` renders its content. */
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
