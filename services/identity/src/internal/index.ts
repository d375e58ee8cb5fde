/** RPCs for other services; the contract names their callers. */
import { confirmEmail } from './email-confirmations/confirm-email';
import { getEmailConfirmation } from './email-confirmations/get-email-confirmation';
import { issueEmailConfirmation } from './email-confirmations/issue-email-confirmation';
import { changeOwnPassword } from './own-account/change-own-password';
import { deleteOwnAccount } from './own-account/delete-own-account';
import { getOwnAccount } from './own-account/get-own-account';
import { updateOwnProfile } from './own-account/update-own-profile';
import { listGpgKeys } from './keys/list-gpg-keys';
import { getPasswordReset } from './password-resets/get-password-reset';
import { issuePasswordReset } from './password-resets/issue-password-reset';
import { resetPassword } from './password-resets/reset-password';
import { getSignInOptions } from './registrations/get-sign-in-options';
import { registerUser } from './registrations/register-user';
import { requestPasswordReset } from './registrations/request-password-reset';
import { authenticateStaticObjectToken } from './static-object-tokens/authenticate-static-object-token';
import { issueStaticObjectToken } from './static-object-tokens/issue-static-object-token';
import { getSshKeyHolder } from './keys/get-ssh-key-holder';
import { acceptTerms } from './terms/accept-terms';
import { getTerms } from './terms/get-terms';
import { authenticate } from './tokens/authenticate';
import { getExternalIdentities } from './users/get-external-identities';
import { getPasswordMatch } from './users/get-password-match';
import { listUserProfiles } from './users/list-user-profiles';

export const internalOperations = [
  acceptTerms,
  authenticate,
  authenticateStaticObjectToken,
  changeOwnPassword,
  confirmEmail,
  deleteOwnAccount,
  getEmailConfirmation,
  getExternalIdentities,
  getOwnAccount,
  getPasswordMatch,
  getPasswordReset,
  getSignInOptions,
  getSshKeyHolder,
  getTerms,
  issueEmailConfirmation,
  issuePasswordReset,
  issueStaticObjectToken,
  listGpgKeys,
  listUserProfiles,
  registerUser,
  requestPasswordReset,
  resetPassword,
  updateOwnProfile,
];
