import { parentOf } from '@visita/contracts/fields';
import type { MessageSettings } from '@visita/contracts/messages/settings';
import { Rejection } from '@visita/contracts/problem';
import { type Caller, proOf } from '@visita/platform/auth/caller';
import type { Handlers } from '@visita/platform/http/calls';
import { planView } from '@visita/read-model/messages/view';
import { recallRulesView } from '@visita/read-model/recall/view';
import { versionOf } from '@visita/read-model/version';
import type { Dependencies } from '../dependencies.ts';
import type { Domain } from '../domain.ts';
import { type Command, handling } from '../unit-of-work.ts';
import type { ProState } from './decider.ts';
import type { ProDeps } from './deps.ts';
import type { ProAccount } from './state.ts';
import { keepProvider, type ProviderDeps } from './provider.ts';
import { loadPro } from './view.ts';

type MessagesDeps = ProDeps & ProviderDeps & Pick<Dependencies, 'isUpdateComplete'>;

const own = ({ params, caller }: { params: { proId: string }; caller: Caller }): string => {
  const { proId } = proOf(caller);
  if (params.proId !== proId) throw new Rejection('not-found');
  return proId;
};

const storedPlan = (pro: ProState) => (pro.status === 'registered' ? planView(pro.reminderPlan) : {});
const storedSettings = (pro: ProState) => (pro.status === 'registered' ? pro.messages : {});

/** Maximum number of clinics whose services one plan may name. */
const clinicsMaximum = 20;

type OfService = { readonly clinicServiceId: string | null };
/** Steps or rules that a call saves, and those that are stored. */
type Named = { readonly given: readonly OfService[]; readonly before: readonly OfService[] };

/** Throws `malformed-request` unless each newly named service exists at a clinic where the pro works. */
const requireServices = async (domain: Domain, pro: ProAccount, { given, before }: Named): Promise<void> => {
  const known = new Set(before.map((one) => one.clinicServiceId));
  const asked = given.flatMap((one) =>
    one.clinicServiceId === null || known.has(one.clinicServiceId) ? [] : [one.clinicServiceId],
  );
  const refuse = (): never => {
    throw new Rejection(
      'malformed-request',
      'clinicServiceId must name a service of a clinic where you work.',
    );
  };
  const clinicIds = [...new Set(asked.map(parentOf))];
  if (clinicIds.length > clinicsMaximum) refuse();
  for (const clinicId of clinicIds) {
    const { state } = await domain.clinics.load(clinicId);
    if (state.status === 'none') return refuse();
    const services = new Set(state.services.map(({ clinicServiceId }) => clinicServiceId));
    const works = state.team.some((member) => member.proId === pro.id);
    const there = asked.filter((id) => parentOf(id) === clinicId);
    if (!works || !there.every((id) => services.has(id))) refuse();
  }
};

/** Throws `malformed-request` unless the pro works at each clinic whose day sheet is newly chosen. */
const requireClinics = async (
  domain: Domain,
  pro: ProAccount,
  { daySheets = [] }: Pick<MessageSettings, 'daySheets'>,
): Promise<void> => {
  const known = new Set(pro.messages.daySheets?.map(({ clinicId }) => clinicId));
  for (const clinicId of new Set(daySheets.map((sheet) => sheet.clinicId))) {
    if (known.has(clinicId)) continue;
    const { state } = await domain.clinics.load(clinicId);
    const works =
      state.status === 'active' &&
      (state.ownerId === pro.id ||
        state.team.some(({ proId, status }) => proId === pro.id && status === 'active'));
    if (!works)
      throw new Rejection('malformed-request', 'daySheets.clinicId must name a clinic where you work.');
  }
};

const setReminderPlan: Command<'setReminderPlan', ProDeps> = async (
  context,
  { now, replace },
  { domain },
) => {
  const proId = own(context);
  const plan = context.body;
  const pro = await loadPro(domain, proId);
  await requireServices(domain, pro, { given: plan, before: pro.reminderPlan });
  const { state } = await replace(domain.pros, proId, {
    command: { type: 'set-reminder-plan', plan, now },
    record: storedPlan,
  });
  if (state.status !== 'registered') throw new Rejection('not-found');
  const view = planView(state.reminderPlan);
  return { message: 'Reminder plan saved', data: view.plan, version: versionOf(view) };
};

const setMessageSettings: Command<'setMessageSettings', MessagesDeps> = async (context, work, deps) => {
  const { domain } = deps;
  const proId = own(context);
  const { credentials: _kept, ...settings } = context.body;
  // Processes of an earlier version cannot read settings with these choices.
  const isNew = settings.surveyMails !== undefined || settings.daySheets !== undefined;
  if (isNew && !(await deps.isUpdateComplete())) throw new Rejection('update-running');
  const pro = await loadPro(domain, proId);
  work.requireBasis(storedSettings(pro));
  await requireClinics(domain, pro, settings);
  await keepProvider(deps, pro, context.body);
  const { state } = await work.replace(domain.pros, proId, {
    command: { type: 'set-message-settings', settings },
    record: storedSettings,
  });
  if (state.status !== 'registered') throw new Rejection('not-found');
  return { message: 'Message settings saved', data: state.messages, version: versionOf(state.messages) };
};

const storedRules = (pro: ProState) => (pro.status === 'registered' ? recallRulesView(pro.recallRules) : {});

const setRecallRules: Command<'setRecallRules', ProDeps> = async (context, { replace }, { domain }) => {
  const proId = own(context);
  const rules = context.body;
  const pro = await loadPro(domain, proId);
  await requireServices(domain, pro, { given: rules, before: pro.recallRules });
  const { state } = await replace(domain.pros, proId, {
    command: { type: 'set-recall-rules', rules },
    record: storedRules,
  });
  if (state.status !== 'registered') throw new Rejection('not-found');
  const view = recallRulesView(state.recallRules);
  return { message: 'Rules of invitations saved', data: view.rules, version: versionOf(view) };
};

/** Returns the handlers that set a pro's plan of reminders, settings of messages, and rules of recalls. */
export const messageHandlers = (deps: MessagesDeps) => {
  const handle = handling(deps);
  return {
    setReminderPlan: handle(setReminderPlan),
    setMessageSettings: handle(setMessageSettings),
    setRecallRules: handle(setRecallRules),
  } satisfies Handlers;
};
