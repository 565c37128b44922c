import { proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { publicClinicView, publicHubView } from '@visita/read-model/clinic/view';
import { readFreeTimes } from '../booking/availabilities.ts';
import { createShown } from '../clinic/shown.ts';
import type { Dependencies } from '../dependencies.ts';
import { createVisiblePro } from '../pro/queries.ts';

/** Returns the handler of a pro's preview of their own booking page, with only what visitors will see. */
export const previewHandlers = (deps: Dependencies) => {
  const visible = createVisiblePro(deps);
  return {
    getBookingPreview: async ({ caller }) => {
      const { proId } = proOf(caller);
      await deps.settled();
      const { open, pro, options } = await visible.preview(proId);
      const shown = createShown(deps, proId);
      const [clinics, hubs] = await Promise.all([shown.clinicsOf(proId), shown.hubsOf(proId)]);
      const data = {
        pro,
        clinics: clinics.clinics.map((clinic) => publicClinicView(clinics.all, clinic)),
        hubs: hubs.hubs.map((hub) => publicHubView(hubs.all, hub)),
        options,
        open,
      };
      return { message: 'Preview', data };
    },
    getPreviewAvailabilities: async ({ params, query, caller }) => {
      await deps.settled();
      const data = await readFreeTimes(deps, {
        clinicId: params.clinicId,
        asked: query,
        viewer: proOf(caller).proId,
      });
      return { message: 'Booking availabilities', data };
    },
  } satisfies Handlers;
};
