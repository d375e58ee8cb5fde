/** Adds an email to a user; the administrator may mark it as confirmed. */
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { operation } from '#operation';
import { assertUserExists } from '#users/users/find-user';
import { addEmail } from '../add-email';

export const createUserEmail = operation(EmailServiceDefinition.createUserEmail, async (request, call) => {
  await assertUserExists(call.deps, request.id);
  const { id: userId, email, skip_confirmation: isConfirmed = false } = request;
  return addEmail(call, { userId, email, isConfirmed });
});
