import { confirmEmail } from './confirm-email';
import { getEmailConfirmation } from './get-email-confirmation';
import { issueEmailConfirmation } from './issue-email-confirmation';

/** The operations on links that confirm emails. */
export const operations = [issueEmailConfirmation, getEmailConfirmation, confirmEmail];
