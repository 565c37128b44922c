// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ApiError } from '../../lib/api/api.ts';
import { i18n, show } from '../../testing/render.tsx';
import { BirthDateField } from '../fields/birth-date-field.tsx';
import { PhoneField } from '../fields/phone-field.tsx';
import { FormPanel } from './form-panel.tsx';

const issue = (path: string) => ({ path, message: 'wrong' });
const refused = new ApiError('malformed-request', 'Check the listed fields.', 400, {
  issues: [issue('patient.phone'), issue('birthDate')],
});

const Screen = () => {
  const [phone, setPhone] = useState({ prefix: '+39', phone: '3331234567' });
  const [born, setBorn] = useState<string | null>('1980-05-01');
  return (
    <FormPanel
      title="Patient"
      submit="Save"
      send={() => Promise.reject(refused)}
      failed="patientUpdateFailed"
      onClose={() => undefined}
    >
      <PhoneField {...phone} onChange={setPhone} />
      <BirthDateField value={born} onChange={setBorn} />
    </FormPanel>
  );
};

it('marks the phone and the date that the server refused, until they are changed', async () => {
  show(<Screen />);
  const text = i18n.t(($) => $.fields.refused, { ns: 'common' });
  const phone = screen.getByLabelText('Telefono');
  const born = screen.getByLabelText(i18n.t(($) => $.family.birthDate, { ns: 'patients' }));
  expect(screen.queryByText(text)).toBeNull();
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' })));
  expect(screen.getAllByText(text)).toHaveLength(2);
  expect(phone.getAttribute('aria-invalid')).toBe('true');
  expect(born.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(phone, { target: { value: '3331234568' } });
  expect(screen.getAllByText(text)).toHaveLength(1);
  expect(phone.getAttribute('aria-invalid')).not.toBe('true');
});
