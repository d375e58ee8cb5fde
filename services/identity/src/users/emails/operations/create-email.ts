/** Adds an unconfirmed email to the caller. */
import { operation, type Call } from '@forgemesh/rpc';
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { addEmail } from '../add-email';
import type { EmailsDeps } from '../deps';

export const createEmail = operation(EmailServiceDefinition.createEmail, ({ email }, call: Call<EmailsDeps>) =>
  addEmail(call, { userId: call.principal.id, email, isConfirmed: false }),
);
