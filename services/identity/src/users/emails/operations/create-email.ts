/** Adds an unconfirmed email to the caller. */
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { operation } from '#operation';
import { addEmail } from '../add-email';

export const createEmail = operation(EmailServiceDefinition.createEmail, ({ email }, call) =>
  addEmail(call, { userId: call.principal.id, email, isConfirmed: false }),
);
