import { useEffect, type ComponentProps, type ReactNode } from 'react';
import { PublicLayout } from '../ui/layout/public-layout.tsx';
import style from './card-page.module.css';
import { SchemeToggle } from './scheme.tsx';

type Props = Omit<ComponentProps<typeof PublicLayout>, 'toggle'> & {
  title: string;
  text?: string | undefined;
  component?: 'div' | 'article';
};

/** Layout of every screen of the entrance; sets the window's title. */
export const Frame = ({ title, ...layout }: { title: string; children: ReactNode; width?: number }) => {
  useEffect(() => {
    document.title = `${title} · Visita`;
  }, [title]);
  return <PublicLayout toggle={<SchemeToggle />} {...layout} />;
};

/** Page with a single card: a form or a document. */
export const CardPage = ({ title, text, component: Card = 'div', children, ...layout }: Props) => (
  <Frame title={title} {...layout}>
    <Card className={style['card']}>
      <div>
        <h1>{title}</h1>
        {text !== undefined && <p className={style['text']}>{text}</p>}
      </div>
      {children}
    </Card>
  </Frame>
);
