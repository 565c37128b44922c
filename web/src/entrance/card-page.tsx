import { useEffect, type ComponentProps } from 'react';
import { PublicLayout } from '../ui/layout/public-layout.tsx';
import style from './card-page.module.css';
import { Failure } from './failure.tsx';
import { SchemeToggle } from './scheme.tsx';

type Layout = Omit<ComponentProps<typeof PublicLayout>, 'toggle'>;

type Props = Layout & {
  title: string;
  text?: string | undefined;
  component?: 'div' | 'article';
};

/** Layout of every screen of the entrance; sets the window's title. */
export const Frame = ({ title, ...layout }: Layout & { title: string }) => {
  useEffect(() => {
    document.title = `${title} · Visita`;
  }, [title]);
  return <PublicLayout toggle={<SchemeToggle />} {...layout} />;
};

/** Page with a single card: a form, below the banner of its failure, or a document. */
export const CardPage = ({ title, text, component: Card = 'div', children, ...layout }: Props) => (
  <Frame title={title} {...layout}>
    <Card className={style['card']}>
      <div>
        <h1>{title}</h1>
        {text !== undefined && <p className={style['text']}>{text}</p>}
      </div>
      <Failure />
      {children}
    </Card>
  </Frame>
);
