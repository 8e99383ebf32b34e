import { AbsencePage, DataPage, NotificationsPage, SecurityPage } from './account/pages.tsx';
import ProfilePage from './account/profile-page.tsx';
import AnswersPage from '../features/processing/pages/answers-page.tsx';
import {
  ColleaguesPage,
  ContactPage,
  DocumentsPage,
  IntegrationsPage,
  LogoPage,
  OrganisationPage,
  ServicesPage,
} from './organisation/pages.tsx';

/** Pages of the account and of the organisation by their addresses, in one chunk. */
export const ownPages = {
  '/profileSettings': ProfilePage,
  '/account/notifications': NotificationsPage,
  '/account/absence': AbsencePage,
  '/account/security': SecurityPage,
  '/account/data': DataPage,
  '/organisation': OrganisationPage,
  '/organisation/services': ServicesPage,
  '/organisation/documents': DocumentsPage,
  '/organisation/contact': ContactPage,
  '/organisation/logo': LogoPage,
  '/organisation/colleagues': ColleaguesPage,
  '/organisation/answers': AnswersPage,
  '/organisation/integrations': IntegrationsPage,
};
