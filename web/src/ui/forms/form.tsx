import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => unknown };

/** A form that is sent by the page itself, without leaving it. */
export const Form = ({ onSubmit, ...form }: Props) => (
  <form
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);
