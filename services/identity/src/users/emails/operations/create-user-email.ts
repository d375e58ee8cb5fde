/** Adds an email to a user; the administrator may mark it as confirmed. */
import { operation, type Call } from '@forgemesh/rpc';
import { EmailServiceDefinition } from '@forgemesh/proto/identity/v1/email';
import { assertUserExists } from '#users/accounts';
import { addEmail } from '../add-email';
import type { EmailsDeps } from '../deps';

export const createUserEmail = operation(
  EmailServiceDefinition.createUserEmail,
  async (request, call: Call<EmailsDeps>) => {
    await assertUserExists(call.deps, request.id);
    const { id: userId, email, skip_confirmation: isConfirmed = false } = request;
    return addEmail(call, { userId, email, isConfirmed });
  },
);
