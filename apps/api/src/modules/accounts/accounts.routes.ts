import { deviceCookie } from '../../platform/auth/known-devices.ts';
import { signedUpHere, signUpCookie } from '../../platform/auth/sign-up-cookie.ts';
import type { Deps } from '../../platform/program/deps.ts';
import type { HandlersOf } from '../../platform/http/handler.ts';
import { accountsService } from './accounts.service.ts';
import { colleaguesService } from './colleagues.service.ts';
import { consentsService } from './consents.service.ts';
import { type ConfirmedAddress, emailConfirmationService } from './email-confirmation.service.ts';
import { identityService } from './identity.service.ts';
import { ownDataService } from './own-data.service.ts';
import { ownSessionsService } from './own-sessions.service.ts';
import { passwordService } from './password.service.ts';
import { presentProfile, presentQualification } from './profile.presenter.ts';
import { profileService } from './profile.service.ts';
import { recordAccessesService } from './record-accesses.service.ts';
import { secondFactorService } from './second-factor.service.ts';
import { signUpService } from './sign-up.service.ts';

const done = { body: { success: true as const } };
const confirmed = ({ email, awaitsApproval }: ConfirmedAddress) => ({
  body: { ...done.body, email, ...(awaitsApproval ? { awaitsApproval: true as const } : {}) },
});

export function accountsHandlers(deps: Deps): HandlersOf<'accounts'> {
  const accounts = accountsService(deps);
  const colleagues = colleaguesService(deps);
  const signUp = signUpService(deps);
  const confirmation = emailConfirmationService(deps);
  const consents = consentsService(deps);
  const password = passwordService(deps);
  const identity = identityService(deps);
  const profile = profileService(deps);
  const ownSessions = ownSessionsService(deps);
  const ownData = ownDataService(deps);
  const accesses = recordAccessesService(deps);
  const secondFactor = secondFactorService(deps);
  const signedUp = (userId: string) => ({
    body: { data: userId },
    headers: signUpCookie(deps, userId),
  });
  return {
    signIn: async ({ body, address, userAgent, device, lang, findActor }) => {
      const origin = { address, userAgent, device };
      const opened = await accounts.signIn(body, origin, lang, findActor);
      return {
        body: opened.session,
        headers: deviceCookie(opened.device, deps.settings.publicUrl),
      };
    },
    signOut: async ({ actor }) => ({ body: await accounts.signOut(actor) }),
    signUpBeneficiary: async ({ body, address, lang }) =>
      signedUp(await signUp.beneficiary(body, { address, lang })),
    signUpAgentPartner: async ({ body, address, lang }) =>
      signedUp(await signUp.agent(body, { address, lang })),
    uploadIdentity: async ({ body, filesOf, findActor, address }) => {
      const pictures = { file: filesOf('file')[0], back: filesOf('back')[0] };
      await identity.upload(body.info, pictures, { actor: await findActor(), address });
      return done;
    },
    confirmEmail: async ({ params, address, cookies }) =>
      confirmed(await confirmation.confirm(params.token, address, signedUpHere(deps, cookies))),
    confirmEmailByPassword: async ({ params, body, address }) =>
      confirmed(await confirmation.confirmByPassword(params.token, body.password, address)),
    resendConfirmation: async ({ params, address }) => {
      await confirmation.resend(params.email, address);
      return done;
    },
    forgotPassword: async ({ params, address }) => {
      await password.forgot(params.email, address);
      return done;
    },
    checkResetToken: async ({ query, address }) => ({
      body: { success: true, email: await password.check(query.token, address) },
    }),
    savePassword: async ({ params, body, address }) => {
      await password.save(params.token, body.password, address);
      return done;
    },
    checkPassword: async ({ body, findActor, address }) => ({
      body: { fault: await password.checkNew(body, findActor, address) },
    }),
    approveAgent: async ({ actor, params, address }) => {
      const { nom, prenom } = await colleagues.approveByLink(actor, params.token, address);
      return { body: { nom, prenom } };
    },
    changePassword: async ({ actor, body, address, userAgent, device }) => ({
      body: await ownSessions.changePassword(actor, body, { address, userAgent, device }),
    }),
    renewSession: async ({ actor }) => ({ body: await ownSessions.renew(actor) }),
    listSessions: async ({ actor }) => ({ body: await ownSessions.list(actor) }),
    getSecondFactor: async ({ actor }) => ({ body: await secondFactor.read(actor) }),
    beginSecondFactor: async ({ actor, body }) => ({
      body: await secondFactor.begin(actor, body),
    }),
    confirmSecondFactor: async ({ actor, body }) => ({
      body: await secondFactor.confirm(actor, body),
    }),
    renewRecoveryCodes: async ({ actor, body }) => ({
      body: await secondFactor.renewCodes(actor, body),
    }),
    removeSecondFactor: async ({ actor, body }) => {
      await secondFactor.remove(actor, body);
      return done;
    },
    endOtherSessions: async ({ actor }) => ({
      body: { ended: await ownSessions.endOthers(actor) },
    }),
    endOneSession: async ({ actor, params }) => {
      await ownSessions.endOne(actor, params.id);
      return done;
    },
    listRecordAccesses: async ({ actor, query, lang }) => {
      const { accesses: body, total } = await accesses.list(actor, query, lang);
      return { body, total };
    },
    exportOwnData: ({ actor }) => ownData.export(actor),
    deleteAccount: async ({ actor, body }) => ({
      body: { deletionDueOn: await ownData.askForDeletion(actor, body) },
    }),
    acceptConsent: async ({ actor, body, lang }) => ({
      body: await consents.accept(actor, body.version, lang),
    }),
    keepAccount: async ({ actor }) => ({ body: await ownData.keep(actor) }),
    listColleagues: async ({ actor, params }) => ({
      body: await colleagues.list(actor, params.id),
    }),
    approveColleague: async ({ actor, params }) => ({
      body: await colleagues.approve(actor, params.id, params.userId),
    }),
    closeColleague: async ({ actor, params }) => ({
      body: await colleagues.close(actor, params.id, params.userId),
    }),
    setColleagueRole: async ({ actor, params, body }) => ({
      body: await colleagues.setRole(actor, params.id, params.userId, body.role),
    }),
    getCurrentUser: async ({ actor, params, lang }) => ({
      body: presentProfile(await profile.read(actor, params.id), lang),
    }),
    getCurrentUserPartner: async ({ actor, params, lang }) => ({
      body: presentProfile(await profile.read(actor, params.id), lang),
    }),
    updateBeneficiaryUser: async ({ actor, body, lang }) => ({
      body: presentProfile(await profile.updateBeneficiary(actor, body), lang),
    }),
    updatePartnerUser: async ({ actor, body, lang }) => ({
      body: presentProfile(await profile.updateAgent(actor, body, lang), lang),
    }),
    saveLanguage: async ({ actor, body }) => {
      await profile.saveLanguage(actor, body.lang);
      return done;
    },
    saveQualification: async ({ actor, body }) => ({
      body: presentQualification(await profile.saveQualification(actor, body)),
    }),
  };
}
