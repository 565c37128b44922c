// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { i18n, show } from '../testing/render.tsx';
import { ContactForm, type ContactInfo } from './contact-form.tsx';

vi.mock('./data.ts', () => ({ preview: false }));

const label = (key: 'phone' | 'prefix' | 'name' | 'email') => i18n.t(($) => $.form[key], { ns: 'booking' });
const field = (key: 'phone' | 'name' | 'email') => screen.getByLabelText<HTMLInputElement>(label(key));
const select = () => screen.getByLabelText<HTMLSelectElement>(label('prefix'));
const type = (text: string) => fireEvent.input(field('phone'), { target: { value: text } });

const open = () => {
  const sent: ContactInfo[] = [];
  show(
    <ContactForm
      country="IT"
      codeAsked={false}
      sending={false}
      onSend={(contact) => void sent.push(contact)}
    />,
  );
  return sent;
};

it.each([
  ['+44 07911 123456', '+44', '7911123456'],
  ['0039 333 123 45 67', '+39', '3331234567'],
  ['333-123 4567', '+39', '3331234567'],
])('selects the prefix of %s and keeps the number as dialled', async (typed, prefix, phone) => {
  open();
  type(typed);
  fireEvent.blur(field('phone'));
  await waitFor(() => expect(field('phone').value).toBe(phone));
  expect(select().value).toBe(prefix);
});

it('sends the number as dialled if the field was not left', async () => {
  const sent = open();
  fireEvent.input(field('name'), { target: { value: 'Ada Neri' } });
  fireEvent.input(field('email'), { target: { value: 'ada@example.com' } });
  type('+33 06 12 34 56 78');
  fireEvent.click(document.querySelector<HTMLInputElement>('input[name="privacy"]')!);
  fireEvent.input(field('name'), { target: { value: 'Ada Neri' } });
  fireEvent.submit(document.querySelector('form')!);
  await waitFor(() => expect(sent).toMatchObject([{ prefix: '+33', phone: '612345678' }]));
});

it('shows an error beside the field for an unsupported prefix', () => {
  open();
  type('+41 79 123 45 67');
  expect(field('phone').validity.valid).toBe(false);
  expect(screen.getByRole('alert').textContent).toBe(
    i18n.t(($) => $.form.phoneRefused.prefix, { ns: 'booking' }),
  );
  expect(field('phone').value).toBe('+41 79 123 45 67');
});
