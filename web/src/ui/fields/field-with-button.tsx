import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './field-with-button.module.css';

type Props = TextInputProps & { button: ReactNode };

/** Field with a button beside it; hint and error are below both. */
export const FieldWithButton = ({ button, ...field }: Props) => (
  <TextInput
    inputWrapperOrder={['label', 'input', 'description', 'error']}
    inputContainer={(input) => (
      <div className={classes['line']}>
        {input}
        {button}
      </div>
    )}
    {...field}
  />
);
