// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import type { ClinicView, HubView } from '@visita/contracts/clinic/views';
import { expect, it } from 'vitest';
import { show } from '../../testing/render.tsx';
import { ServiceTerms, type Terms } from './service-terms.tsx';

const service = { serviceName: 'Visita', duration: 30, price: 80 };
const clinic = { clinic_services: [{ id: 'listed', ...service }] } as unknown as ClinicView;
const hub = {
  services: [{ id: 'offered', clinicServiceId: 'listed', ...service, ownDuration: null, ownPrice: 60 }],
} as unknown as HubView;

const start = () => {
  const saved: Terms[] = [];
  const save = async (_read: unknown, terms: Terms) => saved.push(terms) > 0;
  show(<ServiceTerms clinic={clinic} hub={hub} save={save} busy={false} />);
  return saved;
};
const fill = (label: string, text: string) => {
  const field = screen.getByLabelText(label);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
};

it('saves a professional’s price as typed', () => {
  const saved = start();
  fill('Prezzo (€)', '12.50');
  expect(saved).toEqual([{ duration: null, price: 12.5 }]);
});

it('saves nothing while either field is invalid', () => {
  const saved = start();
  fill('Prezzo (€)', '1,250.00');
  fill('Durata (min)', '45');
  expect(saved).toEqual([]);
});
