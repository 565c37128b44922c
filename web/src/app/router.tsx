import type { ComponentType } from 'react';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { paths } from '../lib/page/paths.ts';
import { Outside } from './outside.tsx';
import { Root } from './root.tsx';
import { DashboardLayout } from './shell/dashboard.layout.tsx';
import { RouteError } from './route-error.tsx';
import { Splash } from '../ui/feedback/splash.tsx';

/** Route whose screen is loaded on first use. */
const screen = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
) => ({ path, lazy: async () => ({ Component: (await load())[name] }) });

const dashboard: RouteObject[] = [
  { index: true, element: <Navigate to={paths.calendar} replace /> },
  screen(paths.calendar, () => import('../features/calendar/calendar.screen.tsx'), 'CalendarScreen'),
  screen(paths.today, () => import('./today-with-details.tsx'), 'TodayWithDetails'),
  screen(paths.waitingList, () => import('../features/waiting/waiting.screen.tsx'), 'WaitingScreen'),
  screen(paths.recalls, () => import('../features/recalls/recalls.screen.tsx'), 'RecallsScreen'),
  screen(paths.clinic, () => import('../features/clinic/clinic.screen.tsx'), 'ClinicScreen'),
  screen(paths.patients, () => import('../features/patients/patients.screen.tsx'), 'PatientsScreen'),
  screen(paths.patient, () => import('../features/patients/patient.screen.tsx'), 'PatientScreen'),
  screen(paths.overview, () => import('../features/overview/overview.screen.tsx'), 'OverviewScreen'),
  screen(paths.inactivity, () => import('../features/inactivity/inactivity.screen.tsx'), 'InactivityScreen'),
  screen(
    paths.visitsInTheWay,
    () => import('../features/inactivity/visits/visits.screen.tsx'),
    'VisitsScreen',
  ),
  screen(paths.setting, () => import('../features/settings/settings.screen.tsx'), 'SettingsScreen'),
  screen(paths.account, () => import('../features/profile/account-data.screen.tsx'), 'AccountDataScreen'),
  screen('*', () => import('./shell/lost.screen.tsx'), 'LostScreen'),
];

const routes: RouteObject[] = [
  screen(
    paths.personalData,
    () => import('../features/onboarding/personal-data.screen.tsx'),
    'PersonalDataScreen',
  ),
  screen(
    paths.subscription,
    () => import('../features/onboarding/subscription.screen.tsx'),
    'SubscriptionScreen',
  ),
  screen(
    paths.collaborator,
    () => import('../features/onboarding/collaborator.screen.tsx'),
    'CollaboratorScreen',
  ),
  screen(
    paths.accountReview,
    () => import('../features/onboarding/account-review.screen.tsx'),
    'AccountReviewScreen',
  ),
  screen(paths.loading, () => import('../features/onboarding/loading.screen.tsx'), 'LoadingScreen'),
  {
    path: '/dashboard',
    Component: DashboardLayout,
    children: dashboard,
  },
  { path: '*', Component: Outside },
];

/** Routes of the dashboard; other addresses are separate pages. */
export const createRouter = () =>
  createBrowserRouter([
    {
      Component: Root,
      HydrateFallback: Splash,
      ErrorBoundary: RouteError,
      children: routes,
    },
  ]);
