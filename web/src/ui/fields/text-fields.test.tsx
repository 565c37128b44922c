// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { i18n, show } from '../../testing/render.tsx';
import { EmailField } from './text-fields.tsx';

const Field = () => {
  const [email, setEmail] = useState('');
  return <EmailField value={email} onChange={setEmail} />;
};

const type = (value: string) =>
  fireEvent.change(screen.getByLabelText(i18n.t('common:fields.email' as never)), { target: { value } });
const hint = () => screen.queryByText(i18n.t('common:fields.emailSigns' as never));

it('reports removed characters until the field is empty', () => {
  show(<Field />);
  type('MA');
  expect(hint()).toBeNull();
  type('ma+');
  expect(screen.getByLabelText<HTMLInputElement>(i18n.t('common:fields.email' as never)).value).toBe('ma');
  expect(hint()).toBeTruthy();
  type('mar');
  expect(hint()).toBeTruthy();
  type('');
  expect(hint()).toBeNull();
});
