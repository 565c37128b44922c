// @vitest-environment happy-dom
import type { HubView } from '@visita/contracts/clinic/views';
import type { Pro } from '@visita/contracts/pro/views';
import { screen } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { SWRConfig } from 'swr';
import { expect, it, vi } from 'vitest';
import { call } from '../../lib/api/client.ts';
import { i18n, show } from '../../testing/render.tsx';
import { ClinicScreen } from './clinic.screen.tsx';

vi.mock('../../lib/api/client.ts', () => ({ call: vi.fn() }));

const pro = { id: 'p1', options: { calendarPageUrl: 'anna' } } as Pro;
const clinic = { name: 'Studio Roma', address: 'Via Appia 1', city: 'Roma', owner: 'Bruno Neri' };
const invitation = { id: 'h1', status: 'pending', role: 'guest', clinic } as HubView;

const open = (hubs: readonly HubView[]) => {
  vi.mocked(call).mockImplementation((async (name: string) => ({
    data: name === 'getProHubs' ? hubs : [],
  })) as never);
  const routes = [
    { element: <Outlet context={pro} />, children: [{ path: '/', element: <ClinicScreen /> }] },
  ];
  show(
    <SWRConfig value={{ provider: () => new Map() }}>
      <RouterProvider router={createMemoryRouter(routes)} />
    </SWRConfig>,
  );
};

const newClinic = { name: i18n.t(($) => $.newClinic, { ns: 'clinic' }) };

it('offers a new clinic to an invited professional without one', async () => {
  open([invitation]);
  await screen.findByText('Studio Roma');
  expect(screen.getByRole('button', newClinic)).toBeTruthy();
});

it('offers a new clinic once to a professional without clinic and invitation', async () => {
  open([]);
  await screen.findByText(i18n.t(($) => $.empty.title, { ns: 'clinic' }));
  expect(screen.getAllByRole('button', newClinic)).toHaveLength(1);
});
