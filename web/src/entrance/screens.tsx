import type { ReactNode } from 'react';
import { paths } from '../lib/page/paths.ts';
import { useAddress } from './address.ts';
import { EmailConfirmationScreen } from './email-confirmation.screen.tsx';
import { LegalScreen, NotFoundScreen } from './legal.screen.tsx';
import { LoginScreen } from './login.screen.tsx';
import { NewMailSettingScreen } from './new-mail-setting.screen.tsx';
import { PasswordRequestScreen } from './password-request.screen.tsx';
import { PasswordSettingScreen } from './password-setting.screen.tsx';
import { SignupScreen } from './signup.screen.tsx';

const screens: Readonly<Record<string, ReactNode>> = {
  [paths.signup]: <SignupScreen />,
  [paths.passwordRequest]: <PasswordRequestScreen />,
  [paths.passwordSetting]: <PasswordSettingScreen key="reset" variant="reset" />,
  [paths.passwordSettingCollaborator]: <PasswordSettingScreen key="first" variant="collaborator" />,
  [paths.newMailSetting]: <NewMailSettingScreen />,
  [paths.emailConfirmation]: <EmailConfirmationScreen />,
  [paths.privacyPolicy]: <LegalScreen document="privacyPolicy" />,
  [paths.termsAndConditions]: <LegalScreen document="termsAndConditions" />,
  [paths.cookiePolicy]: <LegalScreen document="cookiePolicy" />,
  [paths.notFound]: <NotFoundScreen />,
};

/** Screen of the current path; the login if the path is unknown. */
export const Screen = () => screens[useAddress().path] ?? <LoginScreen />;
