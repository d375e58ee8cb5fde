/** Removes one of the caller's secondary emails. */
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { operation } from '#operation';
import { removeEmail } from '../remove-email';

export const deleteEmail = operation(EmailServiceDefinition.deleteEmail, async (request, call) => {
  await removeEmail(call, call.principal.id, request.email_id);
  return {};
});
