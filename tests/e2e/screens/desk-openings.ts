import type { Openings, Sign } from './opening.ts';

const listed = JSON.stringify([
  { id: 'm', name: 'Marta Riva', email: 'marta@example.com' },
  { id: 's', name: 'Maria Antonietta Della Valle Castelbarco', email: 'sara@example.com' },
]);

const deskTitle: Sign = (page, text) => page.getByRole('heading', { name: text('auth', 'desk.title') });

const toMove: Sign = (page, text) =>
  page.getByRole('button', { name: text('inactivity', 'visits.cancelOf', { patient: 'Carla Verdi' }) });

/** Views of a desk: the persons of a shared browser, and visits in the way with a decision. */
export const deskOpenings: Openings = {
  '/dashboard/inactivity/visits': [
    {
      name: 'decided',
      view: true,
      after: (page, text) => toMove(page, text).click(),
      sign: toMove,
    },
  ],
  '/login': [
    {
      name: 'shared desk',
      view: true,
      before: (page) => page.addInitScript(`localStorage.setItem('visita.desk', '${listed}')`),
      after: (page, text) => deskTitle(page, text).waitFor(),
      sign: deskTitle,
    },
  ],
};
