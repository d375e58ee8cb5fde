/** Removes one of the caller's secondary emails. */
import { operation, type Call } from '@forgemesh/rpc';
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { removeEmail } from '../remove-email';
import type { EmailsDeps } from '../deps';

export const deleteEmail = operation(EmailServiceDefinition.deleteEmail, async (request, call: Call<EmailsDeps>) => {
  await removeEmail(call, call.principal.id, request.email_id);
  return {};
});
