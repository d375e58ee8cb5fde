import { getPasswordReset } from './get-password-reset';
import { issuePasswordReset } from './issue-password-reset';
import { resetPassword } from './reset-password';

/** The operations on links by which users set their passwords. */
export const operations = [issuePasswordReset, getPasswordReset, resetPassword];
