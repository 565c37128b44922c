import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './field-with-button.module.css';

type Props = TextInputProps & { button: ReactNode };

/** A field whose button stands beside it: its hint and its error come below both. */
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
