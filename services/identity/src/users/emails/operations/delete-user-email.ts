/** Removes one of a user's secondary emails. */
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { operation } from '#operation';
import { removeEmail } from '../remove-email';

export const deleteUserEmail = operation(EmailServiceDefinition.deleteUserEmail, async (request, call) => {
  await removeEmail(call, request.id, request.email_id);
  return {};
});
